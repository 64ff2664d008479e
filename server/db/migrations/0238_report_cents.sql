-- Reports add up bigint from the indexes, because turning a numeric into cents takes longer than reading its row
-- (decision 123). The amount itself is included too: otherwise the planner would read the table.
create index shop_orders_cents on shop_orders (fleet_id, effective_at, ((total * 100)::bigint))
  include (vehicle_id, shop_id, total, custom_shop_name)
  where status in ('complete', 'paid', 'paid_in_shop', 'paid_deferred');
create index manual_histories_cents on manual_maintenance_histories (fleet_id, date_of_completion, ((total * 100)::bigint))
  include (vehicle_id, shop_id, total, custom_shop_name) where deleted_at is null;
create index order_services_cents on order_services (fleet_id, done_at, ((total * 100)::bigint))
  include (service_definition_id, total) where done_at is not null and status not in ('rejected', 'deleted');
create index history_services_cents on history_services (fleet_id, done_on, ((price * 100)::bigint))
  include (service_definition_id, price) where done_on is not null;
-- Transferred vehicles of a fleet, for cost per mile: without the index, all of its vehicles would be read from the table.
create index vehicles_arrived on vehicles (fleet_id, id) include (arrived_on) where arrived_on is not null;
