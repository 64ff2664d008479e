-- Open orders across fleets are filtered by the due status of their vehicle.
create index maintenance_intervals_due on maintenance_intervals (vehicle_id, due_status) where due_status is not null;
