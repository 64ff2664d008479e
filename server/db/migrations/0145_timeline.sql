-- The timeline of the cluster (PostgreSQL starts a new one when a replica is promoted or a point in time is restored). Null:
-- not seen yet.
alter table server_meta add column timeline text;
