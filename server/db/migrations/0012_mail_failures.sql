-- When the mail server could last not be reached: who waits for a code is told so, instead of waiting for nothing.
alter table mails add column failed_at timestamptz;
create index mails_failed on mails (failed_at) where failed_at is not null;
create index mails_sent on mails (sent_at) where sent_at is not null;
