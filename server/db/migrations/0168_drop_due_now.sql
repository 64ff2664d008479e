-- Replaced by maintenance_intervals_due_by_vehicle (decision 113). In a transaction of its own, because dropping locks out readers.
drop index maintenance_intervals_due_now;
