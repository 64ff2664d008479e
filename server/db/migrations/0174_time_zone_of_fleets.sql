-- A name, never an offset (0172). In a transaction of its own, because it locks out readers.
alter table fleets add constraint fleets_time_zone_check check (time_zone ~ '^[A-Za-z]');
