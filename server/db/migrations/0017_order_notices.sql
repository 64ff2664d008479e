-- Who asked for it is told by mail when an order moves: the activity log is the list of what is still to be told.
alter table shop_order_activity_items add column told_at timestamptz;
update shop_order_activity_items set told_at = created_at;
create index shop_order_activity_items_untold on shop_order_activity_items (id) where told_at is null;
