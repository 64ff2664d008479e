-- Reports add up bigint from the indexes, because turning a numeric into cents takes longer than reading its row
-- (decision 123). The amount itself is included too: otherwise the planner would read the table. Each index is built in a
-- transaction of its own, because building one locks out writers.
create index shop_orders_cents on shop_orders (fleet_id, effective_at, ((total * 100)::bigint))
  include (vehicle_id, shop_id, total, custom_shop_name)
  where status in ('complete', 'paid', 'paid_in_shop', 'paid_deferred');
