-- Customers of the card gateway that a sign-up is about to create, before their fleet is stored. If the sign-up fails after
-- that, the vault cleaner removes them.
create table sign_up_customers (
  id bigint generated always as identity primary key,
  customer_id text not null unique,
  created_at timestamptz not null default now()
);
