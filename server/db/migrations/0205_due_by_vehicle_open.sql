-- The compliance report counts what is due for the services that are not done (SCH-052), still from the index only.
create index maintenance_intervals_due_by_vehicle_open on maintenance_intervals (fleet_id, vehicle_id)
  include (due_status, service_definition_ids, open_service_ids) where due_status is not null;
