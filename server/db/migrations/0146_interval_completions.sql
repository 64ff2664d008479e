-- Completed intervals of vehicles, computed from their history (decision 97): what the compliance report counts.
create table interval_completions (
  fleet_id bigint not null,
  vehicle_id bigint not null,
  -- Not a foreign key: rows of a removed item are deleted when the vehicle is computed again.
  item_id bigint not null,
  closed_on date not null,
  -- Last day in time, by months.
  due_date date,
  -- Readings in `unit`: the last one in time, and the one at the completion.
  due_at int,
  done_at int,
  unit text not null check (unit in ('mi', 'km')),
  in_time boolean,
  service_definition_ids bigint[] not null,
  primary key (vehicle_id, item_id, closed_on),
  foreign key (fleet_id, vehicle_id) references vehicles (fleet_id, id) on delete cascade on update cascade
);
create index interval_completions_days on interval_completions (fleet_id, closed_on) include (vehicle_id, in_time);

grant select, insert, update, delete on interval_completions to wheelbook_app;
alter table interval_completions enable row level security;
create policy of_the_fleet on interval_completions for all to wheelbook_app
  using (fleet_id = current_fleet()) with check (fleet_id = current_fleet());

-- Day for which the completed intervals were last computed. A server without them leaves it as it is, so the next
-- hourly run of this version computes every vehicle where it differs from computed_on: all of them once, in batches.
alter table vehicle_schedules add column completions_on date;
