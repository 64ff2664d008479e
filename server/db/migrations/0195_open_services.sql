-- The services of an interval that are not done in its current cycle; null: all of them (SCH-052). The next computation of
-- a vehicle sets it.
alter table maintenance_intervals add column open_service_ids bigint[];
