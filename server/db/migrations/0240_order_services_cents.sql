-- As 0238, for services of orders.
create index order_services_cents on order_services (fleet_id, done_at, ((total * 100)::bigint))
  include (service_definition_id, total) where done_at is not null and status not in ('rejected', 'deleted');
