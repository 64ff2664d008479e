-- How many of the unsent, stuck and lost operations of a device are files; the rest are entries.
alter table client_heartbeats
  add column pending_files int not null default 0,
  add column stuck_files int not null default 0,
  add column lost_files int not null default 0;
