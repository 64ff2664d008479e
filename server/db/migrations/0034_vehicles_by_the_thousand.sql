-- Files bring vehicles by the thousand.

-- What devices have to hear of vehicles is noted once a statement instead of once a row.
-- In order of id, as the rows themselves are held, so that no two writers wait for each other in a ring.
create function sync_vehicles() returns trigger language plpgsql as $$
begin
  insert into sync_changes (fleet_id, type, entity_id, vehicle_id, is_deleted, xid)
  select c.fleet_id, 'vehicle', c.id::text, c.id, tg_op = 'DELETE', pg_current_xact_id() from changed c order by c.id
  on conflict (type, entity_id) do update
    set fleet_id = excluded.fleet_id, vehicle_id = excluded.vehicle_id, is_deleted = excluded.is_deleted, xid = excluded.xid;
  return null;
end $$;

drop trigger sync on vehicles;
create trigger sync_insert after insert on vehicles referencing new table as changed
  for each statement execute function sync_vehicles();
create trigger sync_update after update on vehicles referencing new table as changed
  for each statement execute function sync_vehicles();
create trigger sync_delete after delete on vehicles referencing old table as changed
  for each statement execute function sync_vehicles();
drop function sync_vehicle;

-- Those of the VINs whose plate another vehicle of the fleet bears as well. What plain_plate makes of a plate is not known to
-- be kept to itself, so where rows are hidden by policy its index may not be used (decision 0019): the function sees past the
-- policy, and names the fleet itself. The limit keeps one look-up a vehicle.
create function vehicles_sharing_plates(vins text[]) returns setof text language sql stable security definer
set search_path = pg_catalog, public as $$
  select v.vin from public.vehicles v cross join lateral (
    select from public.vehicles o
    where o.fleet_id = public.current_fleet() and o.license_plate_number is not null
      and public.plain_plate(o.license_plate_number) = public.plain_plate(v.license_plate_number)
      and o.id <> v.id and coalesce(o.license_plate_state = v.license_plate_state, true)
    limit 1) other
  where v.fleet_id = public.current_fleet() and v.vin = any(vins) and v.license_plate_number is not null
$$;
revoke execute on function vehicles_sharing_plates from public;
grant execute on function vehicles_sharing_plates to wheelbook_app;
