-- The list of vehicles in fleets of a hundred thousand: each order from an index, the search by trigrams (decision 0019).

-- Trusted extensions: the owner of a database may add them.
create extension if not exists pg_trgm;
create extension if not exists btree_gin;

-- Backwards these orders would put vehicles without a value first.
create index vehicles_by_odometer_down on vehicles (fleet_id, odometer desc nulls last, id desc);
create index vehicles_by_last_maintenance_down on vehicles (fleet_id, last_maintenance_date desc nulls last, id desc);
create index vehicles_by_year_down on vehicles (fleet_id, year desc nulls last, id desc);

alter table vehicles add column search_text text generated always as (lower(
  coalesce(name_of_vehicle || ' ', '') || coalesce(year::text || ' ', '') || coalesce(make || ' ', '')
  || coalesce(model || ' ', '') || coalesce(vin || ' ', '') || coalesce(license_plate_number || ' ', '')
  || coalesce(other_id || ' ', '') || coalesce(department_number, ''))) stored;
create index vehicles_search on vehicles using gin (fleet_id, search_text gin_trgm_ops);

-- Vehicles of the fleet that carry a word, or whose drivers do; `pattern` is one of LIKE, in lower case. LIKE is not known
-- to keep what it reads to itself, so where rows are hidden by policy it may not choose an index: the function sees past
-- the policy, and names the fleet itself.
create function vehicles_mentioning(pattern text) returns setof bigint language sql stable security definer
set search_path = pg_catalog, public as $$
  select v.id from public.vehicles v where v.fleet_id = public.current_fleet() and v.search_text like pattern
  union
  select d.vehicle_id from public.vehicle_drivers d join public.users u on u.id = d.user_id
  where d.fleet_id = public.current_fleet() and lower(u.first_name || ' ' || u.last_name) like pattern
$$;
revoke execute on function vehicles_mentioning from public;
grant execute on function vehicles_mentioning to wheelbook_app;
