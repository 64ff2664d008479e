-- What happened at sign-in, per account, for its owner and for whoever investigates an incident (decision 42). Apart from
-- audit_trail because rows here may belong to no user and no fleet, and end after 400 days.
-- No foreign keys: writing a row never waits for a lock on its user.
create table sign_in_trail (
  id uuid primary key default gen_random_uuid(),
  at timestamptz not null default clock_timestamp(),
  act text not null check (act in ('signed_in', 'sign_in_failed', 'locked_out', 'code_sent', 'signed_out', 'session_ended',
    'device_remembered', 'device_revoked', 'password_changed', 'password_reset', 'reset_requested')),
  method text check (method in ('password', 'code', 'device', 'key', 'sign_up')),
  reason text check (reason in ('wrong_password', 'wrong_code', 'wrong_key', 'deactivated', 'unknown_address', 'too_many')),
  -- Null: the address belongs to nobody, or the row concerns a network and not an account.
  user_id bigint,
  fleet_id bigint,
  -- HMAC of an address that belongs to nobody; the key is in `secrets`. Never the address itself.
  address_hash bytea,
  -- IPv4 address, or /64 of IPv6.
  network text not null,
  browser text,
  system text,
  form text not null check (form in ('phone', 'tablet', 'computer', 'unknown')),
  request_id text not null,
  -- Sessions or devices that one act ended.
  how_many int not null default 1,
  check (user_id is null or address_hash is null)
);
create index sign_in_trail_user on sign_in_trail (user_id, at desc) where user_id is not null;
create index sign_in_trail_age on sign_in_trail (at);
insert into secrets values ('sign_in_trail', gen_random_uuid()::text || gen_random_uuid()::text);

grant select on sign_in_trail to wheelbook_app;
alter table sign_in_trail enable row level security;
alter table sign_in_trail force row level security;
create policy of_the_fleet on sign_in_trail for select to wheelbook_app using (fleet_id = current_fleet());
do $$ begin
  execute format('create policy all_for_the_owner on sign_in_trail to %I using (true) with check (true)', current_user);
end $$;

-- Rows are only added, and deleted once they are 400 days old (SIGN_IN_TRAIL_KEEP_DAYS).
create function refuse_early_delete() returns trigger language plpgsql as $$
begin
  if old.at < now() - interval '400 days' then
    return old;
  end if;
  raise exception 'Rows of sign_in_trail are kept for 400 days.' using errcode = 'insufficient_privilege';
end $$;
create trigger never_changed before update on sign_in_trail for each row execute function refuse_rewriting();
create trigger never_deleted_early before delete on sign_in_trail for each row execute function refuse_early_delete();
create trigger never_emptied before truncate on sign_in_trail for each statement execute function refuse_rewriting();
