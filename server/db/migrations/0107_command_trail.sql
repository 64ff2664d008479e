-- Commands that an operator ran and that changed data or read personal data (decision 75). Options that are personal are not stored.
create table command_trail (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  command text not null,
  options jsonb not null,
  -- The user concerned, by the address or ID that was given.
  user_id bigint references users (id)
);
create index command_trail_user on command_trail (user_id) where user_id is not null;
create trigger only_added_to before update or delete on command_trail for each row execute function refuse_rewriting();
