-- The cost of the year of a fleet includes the finished orders of vehicles that left (decision 57). They are few, so a
-- small index of their own keeps GET /fleets/me from reading all orders of the year.
create index shop_orders_of_former_vehicles on shop_orders (fleet_id, effective_at) include (total)
  where vehicle_has_left and status in ('complete', 'paid', 'paid_in_shop', 'paid_deferred');
