-- What a manager sees of unsent work: also that a browser removed a device's data with entries in it (offline.md §2 row 10).
alter table client_heartbeats add column lost int not null default 0, add column lost_at timestamptz;
create index client_heartbeats_unsent on client_heartbeats (fleet_id, seen_at) where pending > 0 or stuck > 0 or lost > 0;
