-- Names this installation in its file store, so that no other installation removes its files (decision 134).
alter table server_meta add column installation uuid not null default gen_random_uuid();
