-- Transfer of vehicles between fleets (ruling 34, decision 0054). One update of vehicles.fleet_id takes along everything
-- that hangs on the vehicle; past orders and sent reminders stay with the fleet that they happened in.

-- How a fleet knew a vehicle when it left: past orders still name it. A row goes when the vehicle returns.
create table former_vehicles (
  fleet_id bigint not null references fleets (id) on delete cascade,
  vehicle_id bigint not null,
  left_at timestamptz not null default now(),
  display_name text,
  name_of_vehicle text,
  vin text,
  year int,
  make text,
  model text,
  license_plate_number text,
  license_plate_state text,
  other_id text,
  department_number text,
  vehicle_type_id text not null,
  primary key (fleet_id, vehicle_id)
);
create index former_vehicles_vehicle on former_vehicles (vehicle_id);
grant select on former_vehicles to wheelbook_app;
alter table former_vehicles enable row level security;
create policy of_the_fleet on former_vehicles for select to wheelbook_app using (fleet_id = current_fleet());

-- What orders and sent reminders join: the vehicle as it is, or as it was when it left the fleet. Join it by id and fleet_id.
create view current_and_former_vehicles with (security_invoker) as
  select id, fleet_id, display_name, name_of_vehicle, vin, year, make, model, license_plate_number, license_plate_state,
    other_id, department_number, vehicle_type_id, false as has_left
  from vehicles
  union all
  select vehicle_id, fleet_id, display_name, name_of_vehicle, vin, year, make, model, license_plate_number,
    license_plate_state, other_id, department_number, vehicle_type_id, true
  from former_vehicles;
grant select on current_and_former_vehicles to wheelbook_app;

-- Orders and reminders point either at a vehicle of their fleet or at a former one. The generated columns let a foreign
-- key guard both; a booking still locks the vehicle's row, so it cannot slip into a transfer.
do $$
declare t text; c text;
begin
  foreach t in array array['shop_orders', 'reminders'] loop
    select conname into strict c from pg_constraint
      where conrelid = t::regclass and contype = 'f' and confrelid = 'vehicles'::regclass;
    execute format('alter table %I drop constraint %I', t, c);
    execute format('alter table %I
      add column vehicle_has_left boolean not null default false,
      add column current_vehicle_fleet_id bigint generated always as (case when vehicle_has_left then null else fleet_id end) stored,
      add column former_vehicle_fleet_id bigint generated always as (case when vehicle_has_left then fleet_id end) stored', t);
    execute format('alter table %I
      add foreign key (current_vehicle_fleet_id, vehicle_id) references vehicles (fleet_id, id) on delete cascade,
      add foreign key (former_vehicle_fleet_id, vehicle_id) references former_vehicles (fleet_id, vehicle_id) on delete cascade', t);
  end loop;
end $$;

-- Everything else that hangs on a vehicle, or on an entry of one, follows its fleet.
do $$
declare r record;
begin
  for r in
    select conrelid::regclass as tab, conname, pg_get_constraintdef(oid) as def from pg_constraint
    where contype = 'f' and confupdtype <> 'c' and conrelid not in ('shop_orders'::regclass, 'reminders'::regclass)
      and confrelid in ('vehicles'::regclass, 'manual_maintenance_histories'::regclass, 'glovebox_items'::regclass)
  loop
    execute format('alter table %s drop constraint %I, add constraint %I %s on update cascade', r.tab, r.conname, r.conname, r.def);
  end loop;
end $$;

-- A past order of another fleet, as an entry of the vehicle's history: what was done and when, without amounts.
alter table manual_maintenance_histories add column source_order_id bigint;
create index manual_histories_source_order on manual_maintenance_histories (source_order_id) where source_order_id is not null;

-- Devices of the fleet that a vehicle leaves: a row '<id>#<fleet>' says that it is gone there, while the row of the entity
-- itself tells the other fleet that it came.
create function note_departure(p_fleet bigint, p_type text, p_id text, p_vehicle bigint) returns void language sql as $$
  select note_change(p_fleet, p_type, p_id || '#' || p_fleet, p_vehicle, null, true)
$$;
create function sync_departure() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'vehicles' then
    perform note_departure(old.fleet_id, 'vehicle', old.id::text, old.id);
  elsif tg_table_name = 'manual_maintenance_histories' then
    perform note_departure(old.fleet_id, 'manual_history', old.id::text, old.vehicle_id);
  elsif tg_table_name = 'glovebox_items' then
    perform note_departure(old.fleet_id, 'glovebox_item', old.id::text, old.vehicle_id);
  elsif tg_table_name = 'telematics_snapshots' then
    perform note_departure(old.fleet_id, 'telematics', old.vehicle_id::text, old.vehicle_id);
  elsif tg_table_name = 'vehicle_schedules' then
    perform note_departure(old.fleet_id, 'schedule', old.vehicle_id::text, old.vehicle_id);
    perform note_change(new.fleet_id, 'schedule', new.vehicle_id::text, new.vehicle_id, null, false);
  end if;
  return null;
end $$;
do $$
declare t text;
begin
  foreach t in array array['vehicles', 'manual_maintenance_histories', 'glovebox_items', 'telematics_snapshots', 'vehicle_schedules'] loop
    execute format('create trigger sync_departure after update of fleet_id on %I for each row
      when (old.fleet_id is distinct from new.fleet_id) execute function sync_departure()', t);
  end loop;
end $$;
