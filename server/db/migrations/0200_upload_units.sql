-- Odometer unit in the heading of the file; null: that of each vehicle. Rejected rows are returned with it.
alter table bulk_upsertions add column odometer_units text check (odometer_units in ('mi', 'km'));
