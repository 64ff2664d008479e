-- Tickets stand in for a session's token where it would be seen: in the address of a download, on the push channel.
-- Each works once, for a minute, and goes with its session (ruling 8).
create table tickets (
  token_hash bytea primary key,
  session_hash bytea not null references sessions (token_hash) on delete cascade,
  purpose text not null check (purpose in ('download', 'push')),
  expires_at timestamptz not null
);
create index tickets_session on tickets (session_hash);
