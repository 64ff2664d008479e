-- Mail and text messages that are of no use any more, and addresses that take none: neither is tried for ever, and who waits
-- for one is told.
alter table mails
  -- The mail server said that this address takes no mail.
  add column refused_at timestamptz,
  -- After it the mail says nothing any more: a reminder of an appointment that has begun.
  add column useful_until timestamptz;
alter table text_messages
  add column useful_until timestamptz,
  -- By whose clock it waits for the end of the quiet hours, however often it is tried; null: it was wanted at that hour.
  add column quiet_zone text;

-- Those of a management company, also who was deleted: their changes are the company's to read.
create index users_of_affiliation on users (affiliation_id)
  where roles && array['FMC', 'FMC Fleet Admin', 'FMC Fleet Manager'];
