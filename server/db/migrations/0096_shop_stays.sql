-- The report of time at the shop (decision 70) reads stays by the day when they ended, from an index alone.
create index shop_orders_stays on shop_orders (fleet_id, completed_at)
  include (appointment_datetime, vehicle_id, shop_id, custom_shop_name)
  where status in ('complete', 'paid', 'paid_in_shop', 'paid_deferred') and completed_at is not null;
-- Few stays are longer than a month. This index finds those that began within a range and ended long after it.
create index shop_orders_long_stays on shop_orders (fleet_id, completed_at)
  include (appointment_datetime, vehicle_id, shop_id, custom_shop_name)
  where status in ('complete', 'paid', 'paid_in_shop', 'paid_deferred') and completed_at is not null
    and completed_at - appointment_datetime > interval '31 days';
