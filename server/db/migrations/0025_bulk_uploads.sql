-- Bulk uploads of vehicles: the file in pieces, how far it is, and what is to be said of its rows. Everything that a server
-- needs to go on where another one was killed (reliability.md R-10).
create table bulk_upsertions (
  id uuid primary key default gen_random_uuid(),
  fleet_id bigint not null references fleets (id) on delete cascade,
  user_id bigint not null references users (id) on delete cascade,
  status text not null default 'waiting'
    check (status in ('waiting', 'running', 'completed', 'completed_with_errors', 'errored')),
  file_name text,
  byte_size int not null,
  sha256 bytea not null,
  -- Day of the fleet on which it came: that of its odometer readings, however long it takes.
  read_on date not null,
  rows_total int,
  -- The last row of the file that is dealt with, as a spreadsheet numbers it.
  cursor_row int not null default 1,
  rows_done int not null default 0,
  created int not null default 0,
  updated int not null default 0,
  unchanged int not null default 0,
  refused int not null default 0,
  warned int not null default 0,
  problem text,
  -- Times that it was begun since it last moved on: what never moves on is given up.
  attempts int not null default 0,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  unique (fleet_id, id)
);
-- One at a time in a fleet.
create unique index bulk_upsertions_open on bulk_upsertions (fleet_id) where status in ('waiting', 'running');
create index bulk_upsertions_of_user on bulk_upsertions (fleet_id, user_id, created_at desc);
create index bulk_upsertions_finished on bulk_upsertions (finished_at) where finished_at is not null;

create table bulk_upsertion_parts (
  fleet_id bigint not null,
  upsertion_id uuid not null,
  number int not null,
  bytes bytea not null,
  primary key (upsertion_id, number),
  foreign key (fleet_id, upsertion_id) references bulk_upsertions (fleet_id, id) on delete cascade
);

create table bulk_upsertion_rows (
  fleet_id bigint not null,
  upsertion_id uuid not null,
  row_number int not null,
  is_refused boolean not null,
  cells text[] not null,
  notes jsonb not null,
  primary key (upsertion_id, row_number),
  foreign key (fleet_id, upsertion_id) references bulk_upsertions (fleet_id, id) on delete cascade
);
create index bulk_upsertion_rows_order on bulk_upsertion_rows (upsertion_id, is_refused desc, row_number);

-- A VIN is once in a fleet; and who else has a plate, whatever stands between its signs.
create unique index if not exists vehicles_vin on vehicles (fleet_id, vin);
create function plain_plate(plate text) returns text language sql immutable parallel safe
  as $$ select regexp_replace(upper(plate), '[^[:alnum:]]', '', 'g') $$;
create index vehicles_by_plate on vehicles (fleet_id, plain_plate(license_plate_number))
  where license_plate_number is not null;

do $$
declare t text;
begin
  foreach t in array array['bulk_upsertions', 'bulk_upsertion_parts', 'bulk_upsertion_rows'] loop
    execute format('grant select, insert, update, delete on %I to wheelbook_app', t);
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy of_the_fleet on %I to wheelbook_app using (fleet_id = current_fleet()) with check (fleet_id = current_fleet())', t);
    execute format('create policy all_for_the_owner on %I to %I using (true) with check (true)', t, current_user);
  end loop;
end $$;
