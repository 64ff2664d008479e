-- Users by hand: where they live, who has set no password yet, who was deleted; their lists in fleets of ten thousand.

alter table users
  -- null: invited, and no password set yet.
  alter column password_hash drop not null,
  add column address text,
  add column city text,
  add column state text,
  add column garaging_zip text,
  add column rev bigint not null default 1,
  -- A deleted user keeps the row for the name in histories; what else is personal is taken out of it.
  add column deleted_at timestamptz,
  add column name text generated always as (first_name || ' ' || last_name) stored;
alter table users add column search_text text generated always as (lower(
  first_name || ' ' || last_name || ' ' || email || ' ' || coalesce(cell_phone || ' ', '') || coalesce(other_id || ' ', '')
  || coalesce(address || ' ', '') || coalesce(city || ' ', '') || coalesce(state || ' ', '') || coalesce(garaging_zip, ''))) stored;

create index users_by_name on users (fleet_id, name, id) where deleted_at is null;
create index users_by_email on users (fleet_id, email, id) where deleted_at is null;
create index users_search on users using gin (fleet_id, search_text gin_trgm_ops) where deleted_at is null;
create index users_fmc on users (affiliation_id, name, id)
  where deleted_at is null and roles && array['FMC', 'FMC Fleet Admin', 'FMC Fleet Manager'];

-- A mailed link that sets a password: a forgotten one, or the first one of who was invited.
alter table password_resets
  add column purpose text not null default 'reset' check (purpose in ('reset', 'invitation'));

-- Fleets of the affiliation whose orders an FMC user approves (doc1 §3: approval_fleets).
create table user_approval_fleets (
  user_id bigint not null references users (id) on delete cascade,
  fleet_id bigint not null references fleets (id) on delete cascade,
  primary key (user_id, fleet_id)
);
create index user_approval_fleets_fleet on user_approval_fleets (fleet_id);
do $$
begin
  grant select on user_approval_fleets to wheelbook_app;
  alter table user_approval_fleets enable row level security;
  alter table user_approval_fleets force row level security;
  create policy of_the_fleet on user_approval_fleets for select to wheelbook_app using (fleet_id = current_fleet());
  execute format('create policy all_for_the_owner on user_approval_fleets to %I using (true) with check (true)', current_user);
end $$;

-- Devices keep the names of a vehicle's drivers: a driver of another name is a change of the vehicle.
create function sync_driver_name() returns trigger language plpgsql as $$
begin
  perform note_change(d.fleet_id, 'vehicle', d.vehicle_id::text, d.vehicle_id, null, false)
    from vehicle_drivers d where d.user_id = new.id;
  return null;
end $$;
create trigger sync_name after update of first_name, last_name on users for each row
  when (old.first_name is distinct from new.first_name or old.last_name is distinct from new.last_name)
  execute function sync_driver_name();
