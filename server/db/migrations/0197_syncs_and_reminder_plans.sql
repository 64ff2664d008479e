-- Start of the last attempt; null: not started, or started by an older server.
alter table telematics_sync_events add column started_at timestamptz;

-- Day of the fleet's calendar for which the reminders of all its vehicles were planned. Emails wait for it.
alter table fleets add column reminders_planned_on date;
