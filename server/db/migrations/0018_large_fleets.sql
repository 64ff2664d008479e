-- What the tabs of the services screen read in fleets of a hundred thousand vehicles, from an index alone.

-- Open orders by day, with what counts them by status and by vehicle.
drop index if exists shop_orders_open;
create index shop_orders_open on shop_orders (fleet_id, appointment_datetime, id) include (status, vehicle_id)
  where status in ('initiated', 'initiated_by_user', 'active', 'awaiting_approval', 'approved', 'walk_in');

-- What is due, most pressing first.
create index if not exists maintenance_intervals_pressure on maintenance_intervals
  (fleet_id, (array_position(array['Past Due', 'Currently Due', 'Upcoming'], tag)), due_date, due_at, id);
create index if not exists maintenance_intervals_fleet on maintenance_intervals (fleet_id);
create index if not exists vehicles_inactive on vehicles (fleet_id) where not is_active;
