-- A bulk action: one job with a row for each vehicle, so that any server continues it after a kill (decision 0072).
create table bulk_actions (
  id uuid primary key default gen_random_uuid(),
  fleet_id bigint not null references fleets (id) on delete cascade,
  user_id bigint not null references users (id) on delete cascade,
  action text not null check (action in ('department', 'drivers', 'deactivate', 'activate', 'snooze')),
  -- What all vehicles get; null in an undo, where each gets back what it had.
  value jsonb,
  undoes uuid references bulk_actions (id) on delete cascade,
  status text not null default 'waiting' check (status in ('waiting', 'running', 'completed', 'cancelled')),
  vehicles_total int not null,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  check ((status in ('completed', 'cancelled')) = (finished_at is not null))
);
create index bulk_actions_of_user on bulk_actions (fleet_id, user_id, created_at desc);
create index bulk_actions_open on bulk_actions (created_at) where finished_at is null;
create unique index bulk_actions_undone_once on bulk_actions (undoes);

create table bulk_action_items (
  action_id uuid not null references bulk_actions (id) on delete cascade,
  fleet_id bigint not null references fleets (id) on delete cascade,
  position int not null,
  vehicle_id bigint not null,
  vehicle_name text,
  state text not null default 'waiting' check (state in ('waiting', 'done', 'refused')),
  reason text,
  -- What the action changed, before and after it; an undo compares 'after' with the vehicle.
  before jsonb,
  after jsonb,
  primary key (action_id, position),
  check ((state = 'refused') = (reason is not null))
);
create index bulk_action_items_waiting on bulk_action_items (action_id, position) where state = 'waiting';
create index bulk_action_items_fleet on bulk_action_items (fleet_id);

grant select, insert, update on bulk_actions, bulk_action_items to wheelbook_app;
alter table bulk_actions enable row level security;
alter table bulk_action_items enable row level security;
create policy of_the_fleet on bulk_actions for all to wheelbook_app
  using (fleet_id = current_fleet()) with check (fleet_id = current_fleet());
create policy of_the_fleet on bulk_action_items for all to wheelbook_app
  using (fleet_id = current_fleet()) with check (fleet_id = current_fleet());
