-- A schedule contains the latest valid readings of its vehicle, and a few doubtful and void ones for display (decision 90).
-- Without this index, finding those would read the whole log of a vehicle that has none.
create index if not exists odometer_readings_not_valid on odometer_readings (vehicle_id, read_on desc)
  where is_doubtful or voided_at is not null;
