-- A restored database would give revisions again that devices know from before, with other contents. So a row that changes has
-- a revision above the start of the epoch, in seconds (decision 126).
create function raise_revision() returns trigger language plpgsql as $$
begin
  new.rev := greatest(new.rev, (select key_generation + 1 from public.server_meta));
  return new;
end $$;

do $$
declare
  item record;
begin
  for item in
    select c.oid::regclass as name from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attname = 'rev' and not a.attisdropped
    order by c.relname
  loop
    execute format('create trigger raise_revision before update of rev on %s for each row
      when (new.rev > old.rev) execute function raise_revision()', item.name);
  end loop;
end $$;
