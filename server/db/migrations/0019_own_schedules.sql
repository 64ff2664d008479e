-- A vehicle follows the template of its class until somebody changes its schedule: then it has a copy of its own. What was
-- merely added to it (no copy) stays beside either.
alter table vehicle_schedules add column follows_class boolean not null default true;
alter table schedule_items add column is_copy boolean not null default false;
