-- The compliance report adds up what is due in the order of the vehicles, without a hash table of them (decision 113).
create index maintenance_intervals_due_by_vehicle on maintenance_intervals (fleet_id, vehicle_id)
  include (due_status, service_definition_ids) where due_status is not null;
