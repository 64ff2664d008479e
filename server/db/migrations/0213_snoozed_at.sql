-- When the user decided on the stored snooze: one that waited on a phone does not replace a later decision. Null: older than
-- this column.
alter table vehicle_schedules add column snoozed_at timestamptz;
