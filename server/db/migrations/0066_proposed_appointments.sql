-- Another time for an appointment that a person of the fleet proposes. The appointment stays as it is until the shop
-- accepts; an order has one proposal at most.
alter table shop_orders
  add column proposed_datetime timestamptz,
  add column proposed_by bigint references users (id) on delete set null,
  add column proposed_at timestamptz;
create index shop_orders_proposed on shop_orders (proposed_at) where proposed_datetime is not null;
create index shop_orders_proposed_by on shop_orders (proposed_by) where proposed_by is not null;

-- The time that an entry about a proposal speaks of.
alter table shop_order_activity_items add column proposed_datetime timestamptz;
