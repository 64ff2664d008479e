-- Maintenance policies that people keep: one way to say 'everybody' and 'all vehicles', a revision, and nobody in them who
-- has left.

-- The sentinel of the screens is not stored (SET-032).
update maintenance_policies set auto_approvable = true, user_ids = '{}' where 999999999999 = any(user_ids);
-- Whom a policy names approves; what approves by itself names nobody (SET-028).
update maintenance_policies set auto_approvable = false where auto_approvable and user_ids <> '{}';
update maintenance_policies set all_vehicles = true where 999999999999 = any(vehicle_ids);
update maintenance_policies set vehicle_ids = '{}' where all_vehicles;
alter table maintenance_policies
  add column rev bigint not null default 1,
  add check (not auto_approvable or user_ids = '{}'),
  add check (not all_vehicles or vehicle_ids = '{}');

-- Users and vehicles that are deleted, or move to another fleet, fall out of the policies that name them.
create function leave_policies() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'users' then
    update maintenance_policies set user_ids = array_remove(user_ids, old.id), rev = rev + 1
    where fleet_id = old.fleet_id and old.id = any(user_ids);
  else
    update maintenance_policies set vehicle_ids = array_remove(vehicle_ids, old.id), rev = rev + 1
    where fleet_id = old.fleet_id and old.id = any(vehicle_ids);
  end if;
  return null;
end $$;
create trigger leave_policies after delete on users for each row execute function leave_policies();
create trigger leave_policies after delete on vehicles for each row execute function leave_policies();
create trigger leave_policies_by_move after update of fleet_id on users for each row
  when (old.fleet_id is distinct from new.fleet_id) execute function leave_policies();
create trigger leave_policies_by_move after update of fleet_id on vehicles for each row
  when (old.fleet_id is distinct from new.fleet_id) execute function leave_policies();

-- Why an order was approved at once: the policy as it stood then (`PolicyReason`).
alter table shop_orders add column approved_because jsonb;
