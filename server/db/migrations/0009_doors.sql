-- Sessions that their user can see and end, each with the remembered device that it was opened on (rulings 4 and 5).
alter table sessions add column id uuid not null default gen_random_uuid() unique, add column device_hash bytea;

-- Keys that sign one user in, once, for five minutes; a partner has them made (ruling 7).
create table sign_in_keys (
  token_hash bytea primary key,
  user_id bigint not null references users (id) on delete cascade,
  partner text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index sign_in_keys_user on sign_in_keys (user_id);

-- Answers of captchas that were found right: each serves the calls of one sign-in, for one address (ruling 11).
create table captcha_passes (
  token_hash bytea primary key,
  subject text not null,
  uses int not null default 1,
  expires_at timestamptz not null
);

-- What all servers on this database share and nobody else may know.
create table secrets (name text primary key, value text not null);
insert into secrets values ('captcha', gen_random_uuid()::text || gen_random_uuid()::text);

-- User preferences (USR-051 to USR-068). What a user never chose is left out; domain/access/preferences-rules.ts says what holds then.
alter table users
  add column if not exists zip text,
  add column email_notifications jsonb not null default '{}',
  add column text_notifications jsonb not null default '{}',
  add column reminds_by_text boolean not null default false,
  add column reminds_by_email boolean not null default false;
-- Vehicles that the fleet says it has.
alter table fleets add column if not exists car_count int check (car_count >= 0);
