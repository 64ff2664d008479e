-- Who deleted a vehicle may be at home in another fleet, where row-level security hides them: their name stays with it.
alter table deleted_vehicles add column deleted_by_name text;
update deleted_vehicles d set deleted_by_name = u.name from users u where u.id = d.deleted_by;
alter table deleted_vehicles alter column deleted_by_name set not null;

-- The audit trail tells who deleted and who restored a vehicle. The list of acts is extended as it stands.
do $$
declare condition text;
begin
  select substring(pg_get_constraintdef(oid) from '^CHECK (.*)$') into strict condition
    from pg_constraint where conname = 'audit_trail_act_check';
  alter table audit_trail drop constraint audit_trail_act_check;
  execute format('alter table audit_trail add constraint audit_trail_act_check
    check (%s or act = any (array[''vehicle.deleted'', ''vehicle.restored'']))', condition);
end $$;

-- Also of items that were removed: deleting a vehicle takes them too, and read every item of every fleet for them.
drop index schedule_items_vehicle;
create index schedule_items_vehicle on schedule_items (vehicle_id) where vehicle_id is not null;

-- As in 0090, but documents are found by their indexes: conditions joined by OR read every document of every fleet.
create or replace function tables_of_a_vehicle() returns table (place int, table_name text, condition text)
language sql immutable set search_path = pg_catalog as $$
  with by_entry (of) as (values ('(fleet_id, history_id) in (select fleet_id, id from public.manual_maintenance_histories
    where vehicle_id = $1 and fleet_id = $2)')),
  by_order (of) as (values ('(fleet_id, order_id) in (select fleet_id, id from public.shop_orders
    where vehicle_id = $1 and fleet_id = $2 and not vehicle_has_left)'))
  select t.place, t.table_name, coalesce(t.condition, 'vehicle_id = $1 and fleet_id = $2')
  from by_entry, by_order, lateral (values
    (1, 'vehicles', 'id = $1 and fleet_id = $2'),
    (2, 'vehicle_drivers', null),
    (3, 'odometer_readings', null),
    (4, 'service_marks', null),
    (5, 'telematics_snapshots', null),
    (6, 'vehicle_schedules', null),
    (7, 'schedule_items', null),
    (8, 'manual_maintenance_histories', null),
    (9, 'history_services', by_entry.of),
    (10, 'glovebox_items', null),
    (11, 'shop_orders', 'vehicle_id = $1 and fleet_id = $2 and not vehicle_has_left'),
    (12, 'order_services', by_order.of),
    (13, 'order_notes', by_order.of),
    (14, 'shop_order_activity_items', by_order.of),
    (15, 'customers_promotions', by_order.of),
    (16, 'shop_links', by_order.of),
    (17, 'shop_idempotency_keys', by_order.of),
    (18, 'documents', 'id = any(array(
      select d.id from public.documents d
        join public.manual_maintenance_histories h on h.id = d.history_id and h.fleet_id = d.fleet_id
      where h.vehicle_id = $1 and h.fleet_id = $2
      union all
      select d.id from public.documents d join public.shop_orders o on o.id = d.order_id and o.fleet_id = d.fleet_id
      where o.vehicle_id = $1 and o.fleet_id = $2 and not o.vehicle_has_left
      union all
      select d.id from public.documents d
        join public.glovebox_items g on g.id = d.glovebox_item_id and g.fleet_id = d.fleet_id
      where g.vehicle_id = $1 and g.fleet_id = $2))'),
    (19, 'reminders', 'vehicle_id = $1 and fleet_id = $2 and not vehicle_has_left')
  ) as t (place, table_name, condition)
$$;

-- Deletes a vehicle of the fleet of this transaction. Orders that were completed or paid, or that money was asked for, stay
-- with the fleet as those of a vehicle that left it. Returns false when the fleet has no such vehicle.
create or replace function delete_vehicle(p_vehicle bigint, p_user bigint, p_now timestamptz) returns boolean
language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  fleet bigint := public.current_fleet();
  kept bigint[];
  part record;
begin
  perform from public.vehicles where id = p_vehicle and fleet_id = fleet for update;
  if not found then return false; end if;

  -- No payment begins on an order whose row is locked.
  perform from public.shop_orders where fleet_id = fleet and vehicle_id = p_vehicle order by id for update;
  kept := array(
    select o.id from public.shop_orders o where o.fleet_id = fleet and o.vehicle_id = p_vehicle
      and (o.status in ('complete', 'paid', 'paid_in_shop', 'paid_deferred')
        or exists (select from public.payments p where p.fleet_id = fleet and p.order_id = o.id)
        or exists (select from public.payment_activities a where a.fleet_id = fleet and a.order_id = o.id)));
  if cardinality(kept) > 0 then
    insert into public.former_vehicles (fleet_id, vehicle_id, display_name, name_of_vehicle, vin, year, make, model,
      license_plate_number, license_plate_state, other_id, department_number, vehicle_type_id)
    select fleet_id, id, display_name, name_of_vehicle, vin, year, make, model, license_plate_number,
      license_plate_state, other_id, department_number, vehicle_type_id
    from public.vehicles where id = p_vehicle;
    update public.shop_orders set vehicle_has_left = true where fleet_id = fleet and id = any(kept);
  end if;

  insert into public.deleted_vehicles (vehicle_id, fleet_id, name, vin, deleted_at, deleted_by, deleted_by_name, policy_ids)
  select v.id, v.fleet_id, coalesce(v.display_name, '#' || v.id), v.vin, p_now, p_user,
    (select u.name from public.users u where u.id = p_user),
    array(select p.id from public.maintenance_policies p where p.fleet_id = fleet and p_vehicle = any(p.vehicle_ids))
  from public.vehicles v where v.id = p_vehicle;

  -- Reminders that were not sent yet are planned again when the vehicle returns.
  delete from public.reminders where fleet_id = fleet and vehicle_id = p_vehicle and state = 'waiting';
  for part in select * from public.tables_of_a_vehicle() order by place loop
    execute format('insert into public.deleted_vehicle_rows (fleet_id, vehicle_id, table_name, contents)
      select $2, $1, %L, to_jsonb(t) from (select * from public.%I where %s for update) t',
      part.table_name, part.table_name, part.condition) using p_vehicle, fleet;
  end loop;
  delete from public.vehicles where id = p_vehicle and fleet_id = fleet;
  return true;
end $$;

-- Puts a deleted vehicle back into the fleet of this transaction, with all that was deleted with it. Returns the names of
-- drivers who are no longer people of the fleet; null when the fleet has no such deleted vehicle.
create or replace function restore_vehicle(p_vehicle bigint) returns text[]
language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  fleet bigint := public.current_fleet();
  policies bigint[];
  missing_drivers text[];
  part record;
  columns text;
  insertion text;
begin
  select d.policy_ids into policies from public.deleted_vehicles d
  where d.vehicle_id = p_vehicle and d.fleet_id = fleet for update;
  if not found then return null; end if;

  -- What these rows point at may be gone by now. Each loses what a foreign key would have taken from it.
  with missing as (
    delete from public.deleted_vehicle_rows r where r.vehicle_id = p_vehicle and r.table_name = 'vehicle_drivers'
      and not exists (select from public.users u
        where u.id = (r.contents ->> 'user_id')::bigint and u.fleet_id = fleet and u.deleted_at is null)
    returning (r.contents ->> 'user_id')::bigint as id)
  select coalesce(array_agg(u.first_name || ' ' || u.last_name order by u.id), '{}') into missing_drivers
  from missing m join public.users u on u.id = m.id;
  update public.deleted_vehicle_rows r set contents = r.contents || jsonb_build_object(
    'mail_id', (select m.id from public.mails m where m.id = (r.contents ->> 'mail_id')::uuid),
    'text_id', (select t.id from public.text_messages t where t.id = (r.contents ->> 'text_id')::uuid))
  where r.vehicle_id = p_vehicle and r.table_name = 'reminders';
  -- A notice about what happened before the deletion would be up to 30 days late.
  update public.deleted_vehicle_rows r set contents = r.contents || jsonb_build_object('told_at', now())
  where r.vehicle_id = p_vehicle and r.table_name = 'shop_order_activity_items' and r.contents ->> 'told_at' is null;
  -- Devices choose the ids of entries, so one may have been entered again for another vehicle. It stays there.
  delete from public.deleted_vehicle_rows r where r.vehicle_id = p_vehicle
    and r.table_name in ('history_services', 'documents') and (
      exists (select from public.manual_maintenance_histories h where h.id = (r.contents ->> 'history_id')::uuid)
      or exists (select from public.glovebox_items g where g.id = (r.contents ->> 'glovebox_item_id')::uuid));

  for part in select * from public.tables_of_a_vehicle() order by place loop
    -- A column that a later migration added takes its default.
    select string_agg(format('%I', a.attname), ', ') into columns
    from pg_attribute a
      cross join (select r.contents from public.deleted_vehicle_rows r
        where r.vehicle_id = p_vehicle and r.table_name = part.table_name limit 1) sample
    where a.attrelid = format('public.%I', part.table_name)::regclass and a.attnum > 0 and not a.attisdropped
      and a.attgenerated = '' and sample.contents ? a.attname;
    continue when columns is null;
    insertion := format('insert into public.%1$I (%2$s) select %2$s from (
        select t.* from public.deleted_vehicle_rows r
          cross join lateral jsonb_populate_record(null::public.%1$I, r.contents) t
        where r.vehicle_id = $1 and r.table_name = %1$L) restored %3$s',
      part.table_name, columns, case when part.table_name = 'vehicles' then '' else 'on conflict do nothing' end);
    execute insertion using p_vehicle;
    if part.table_name = 'customers_promotions' then
      -- A fleet uses a promotion once. Where another order has it by now, this one keeps its terms without using it.
      update public.deleted_vehicle_rows r set contents = r.contents || '{"is_used": false}'
      where r.vehicle_id = p_vehicle and r.table_name = 'customers_promotions';
      execute insertion using p_vehicle;
    end if;
  end loop;

  update public.shop_orders set vehicle_has_left = false where fleet_id = fleet and vehicle_id = p_vehicle;
  delete from public.former_vehicles where fleet_id = fleet and vehicle_id = p_vehicle;
  update public.maintenance_policies set vehicle_ids = vehicle_ids || p_vehicle, rev = rev + 1
  where fleet_id = fleet and id = any(policies) and not all_vehicles and not p_vehicle = any(vehicle_ids);
  update public.vehicle_schedules set computed_on = null, fingerprint = null, reminders_planned_on = null
  where fleet_id = fleet and vehicle_id = p_vehicle;
  update public.vehicles set rev = rev + 1, updated_at = now() where id = p_vehicle;
  delete from public.deleted_vehicles where vehicle_id = p_vehicle;
  return missing_drivers;
end $$;
