-- A fleet's orders at one shop, open or past, latest first. The shop is first, so that no other list uses this index.
create index shop_orders_shop on shop_orders (shop_id, fleet_id, effective_at desc, id desc);
