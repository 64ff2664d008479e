-- Mailed links that set a new password: stored hashed, each works once, for half an hour. The first use, and any other
-- change of the password, takes all of the user's with it.
create table password_resets (
  token_hash bytea primary key,
  user_id bigint not null references users (id) on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index password_resets_user on password_resets (user_id);
