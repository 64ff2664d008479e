-- Lockouts in progress, so that each writes one row of sign_in_trail and sends at most one mail (decision 42).
create table sign_in_lockouts (
  -- 'account:', 'code:', 'device:' or 'source:' and whose limit it is.
  subject text primary key,
  -- Null: the address belongs to nobody, or the lockout concerns no single account.
  user_id bigint,
  -- Where the failure came from that began it.
  network text not null,
  begun_at timestamptz not null default now(),
  failed_at timestamptz not null default now(),
  -- Its owner has to be notified.
  mail_due boolean not null,
  mailed_at timestamptz
);
create index sign_in_lockouts_due on sign_in_lockouts (subject) where mail_due;
