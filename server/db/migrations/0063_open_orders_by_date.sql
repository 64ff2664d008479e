-- Open orders of all fleets by appointment, for the screens of a management company.
create index shop_orders_open_by_date on shop_orders (appointment_datetime, id) include (fleet_id, status)
  where status in ('initiated', 'initiated_by_user', 'active', 'awaiting_approval', 'approved', 'walk_in');
