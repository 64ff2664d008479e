-- As 0238, for services of history entries.
create index history_services_cents on history_services (fleet_id, done_on, ((price * 100)::bigint))
  include (service_definition_id, price) where done_on is not null;
