-- Start of the last attempt; null: not started, or started by an older server.
alter table telematics_sync_events add column started_at timestamptz;
