-- The compliance report reads what is due now, of active vehicles, from indexes only (decision 95).
create index vehicles_properties on vehicles (fleet_id, id) include (department_number, vehicle_type_id, is_active);
drop index vehicles_groups;
create index maintenance_intervals_due_now on maintenance_intervals (fleet_id) include (vehicle_id, due_status, service_definition_ids)
  where due_status is not null;
