-- The pending entries of each fleet, oldest first: fleets take turns. In a transaction of its own, because it takes long.
create index shop_order_activity_items_pending on shop_order_activity_items (fleet_id, id) where told_at is null;
