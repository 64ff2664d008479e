-- Transfers of vehicles between fleets: one job with a row per vehicle, so that any server continues it after a kill.
-- Only the server's owner role reads them: they span fleets, and no fleet may see the other one's side.
create table vehicle_transfers (
  id uuid primary key default gen_random_uuid(),
  affiliation_id bigint not null references affiliations (id) on delete cascade,
  user_id bigint not null references users (id) on delete cascade,
  new_fleet_id bigint not null,
  new_fleet_name text not null,
  status text not null default 'waiting' check (status in ('waiting', 'running', 'completed', 'completed_with_errors')),
  vehicles_total int not null,
  attempts int not null default 0,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  check ((status in ('completed', 'completed_with_errors')) = (finished_at is not null))
);
create index vehicle_transfers_of_user on vehicle_transfers (user_id, created_at desc);
create index vehicle_transfers_open on vehicle_transfers (created_at) where finished_at is null;

create table vehicle_transfer_rows (
  transfer_id uuid not null references vehicle_transfers (id) on delete cascade,
  position int not null,
  vehicle_id bigint not null,
  vehicle_name text,
  old_fleet_id bigint,
  old_fleet_name text,
  state text not null default 'waiting' check (state in ('waiting', 'moved', 'refused')),
  reason text,
  order_id bigint,
  warnings text[] not null default '{}',
  decided_at timestamptz,
  primary key (transfer_id, position),
  unique (transfer_id, vehicle_id),
  check ((state = 'refused') = (reason is not null)),
  check ((state = 'waiting') = (decided_at is null))
);
create index vehicle_transfer_rows_waiting on vehicle_transfer_rows (transfer_id, position) where state = 'waiting';
create index vehicle_transfer_rows_vehicle on vehicle_transfer_rows (vehicle_id);

alter table vehicle_transfers enable row level security;
alter table vehicle_transfer_rows enable row level security;

-- The audit trail of both fleets names each vehicle that left or came. The list of acts is extended as it stands.
do $$
declare condition text;
begin
  select substring(pg_get_constraintdef(oid) from '^CHECK (.*)$') into strict condition
    from pg_constraint where conname = 'audit_trail_act_check';
  alter table audit_trail drop constraint audit_trail_act_check;
  execute format('alter table audit_trail add constraint audit_trail_act_check
    check (%s or act = any (array[''vehicle.left'', ''vehicle.arrived'']))', condition);
end $$;
