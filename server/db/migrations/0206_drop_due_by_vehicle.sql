-- Replaced by maintenance_intervals_due_by_vehicle_open. In a transaction of its own, because dropping locks out readers.
drop index maintenance_intervals_due_by_vehicle;
