-- Failed and right sign-ins per account and source, in place of the counters of whole networks (decision 39).
create table sign_in_tries (
  -- SHA-256 of the e-mail address in lower case; addresses that nobody has are counted alike.
  account bytea not null,
  -- IPv4 address, /64 of IPv6, or 'device:' and the hash of a remembered device's token.
  source text not null,
  -- Failures since the last right sign-in of this account from this source.
  failures int not null default 0,
  failed_at timestamptz,
  succeeded_at timestamptz,
  primary key (account, source)
);
create index sign_in_tries_source on sign_in_tries (source);
create index sign_in_tries_age on sign_in_tries (greatest(failed_at, succeeded_at));
