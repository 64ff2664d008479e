-- When the device read the last odometer value, so that an older value that arrives later does not replace it.
alter table telematics_snapshots add column odometer_at timestamptz;
