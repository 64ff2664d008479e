-- Why the policies allowed an approval; null on entries that are none, and on those from before.
alter table shop_order_activity_items add column because jsonb;
