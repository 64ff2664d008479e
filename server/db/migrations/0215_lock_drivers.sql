-- Keeps drivers from being changed until the transaction ends. The trigger that writes the names of drivers locks them too,
-- but after the vehicle, while the form of a user locks the user first.
create function lock_drivers(ids bigint[]) returns void language sql security definer set search_path = pg_catalog as $$
  select from public.users where id = any(ids) and fleet_id = public.current_fleet() order by id for share
$$;
revoke execute on function lock_drivers from public;
grant execute on function lock_drivers to wheelbook_app;
