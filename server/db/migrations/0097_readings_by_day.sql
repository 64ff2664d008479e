-- The report of cost by distance (decision 70) reads the valid odometer values of a range of days from an index alone.
create index odometer_readings_days on odometer_readings (fleet_id, read_on) include (vehicle_id, value, unit)
  where not is_doubtful and voided_at is null;
