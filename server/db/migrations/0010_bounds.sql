-- Until when the text of a mail opens something (a code, a link): it is erased once delivered, and at the latest then.
alter table mails add column secret_until timestamptz;
create index mails_secret on mails (secret_until) where secret_until is not null;

-- What a fleet keeps is summed up before each file (S-19).
create index documents_stored on documents (fleet_id) include (byte_size) where storage_key is not null;
