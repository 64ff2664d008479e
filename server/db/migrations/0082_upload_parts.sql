-- Parts of files whose upload is unfinished. They are in the database, so that each part of a file may reach another
-- server (decision 0009). A part is stored whole or not at all.
create table upload_parts (
  fleet_id bigint not null references fleets (id) on delete cascade,
  document_id uuid not null,
  -- Separates senders, so that one cannot corrupt another's upload: a user's id, or 'shop'.
  sender text not null,
  starts_at int not null check (starts_at >= 0),
  bytes bytea not null,
  stored_at timestamptz not null default now(),
  primary key (fleet_id, document_id, sender, starts_at)
);
-- Photos and PDFs are compressed already.
alter table upload_parts alter column bytes set storage external;

grant select, insert, delete on upload_parts to wheelbook_app;
alter table upload_parts enable row level security;
create policy of_the_fleet on upload_parts to wheelbook_app using (fleet_id = current_fleet());
