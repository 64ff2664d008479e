-- On https the session's cookie has the prefix __Host-, which no other sub-domain can set. Sessions that were opened
-- before may still come under the plain name, once: the answer gives them the new one.
alter table sessions add column accepts_plain_cookie boolean not null default true;
alter table sessions alter column accepts_plain_cookie set default false;

-- When the device was last proved by a one-time password; its token changes with each sign-in, this does not.
alter table devices add column remembered_at timestamptz;
update devices set remembered_at = created_at;
alter table devices alter column remembered_at set not null, alter column remembered_at set default now();
