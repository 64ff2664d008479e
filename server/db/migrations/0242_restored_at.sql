-- When a backup was restored into this database. Null: never, or an administrator has confirmed that it replaces production. A
-- restore adds the column itself if the backup is older.
alter table server_meta add column if not exists restored_at timestamptz;
