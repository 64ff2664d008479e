-- Shops by name and city (SHP-029): lower case without accents, as plainText in domain/vehicles/vehicle-search.ts.
alter table shops add column search_text text generated always as (
  replace(lower(regexp_replace(normalize(name || ' ' || city, nfd), '[\u0300-\u036f]', '', 'g')), 'ς', 'σ')) stored;
create index shops_search on shops using gin (search_text gin_trgm_ops);
