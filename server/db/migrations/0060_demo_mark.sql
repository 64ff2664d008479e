-- When demo mode took this database. Demo mode refuses a database with fleets that it has not taken while it was empty.
alter table server_meta add column demo_since timestamptz;
