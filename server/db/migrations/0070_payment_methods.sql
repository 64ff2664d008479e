-- Payment methods: who may pay with each, our own fields of the form, deletion that the gateway's vault follows.
alter table payment_methods
  add column name text,
  add column billing_address text,
  add column billing_zip text,
  -- Every user of the fleet may pay with it (999999999999 in customer_ids).
  add column all_users boolean not null default false,
  add column rev bigint not null default 1,
  add column removed_at timestamptz,
  -- When the gateway's vault forgot it.
  add column vault_removed_at timestamptz,
  add constraint payment_methods_id_in_fleet unique (fleet_id, id),
  add constraint payment_methods_removed_is_not_default check (removed_at is null or not is_default);
create index payment_methods_to_forget on payment_methods (removed_at)
  where removed_at is not null and vault_removed_at is null;
-- Until now everybody could pay with every method.
update payment_methods set all_users = true;

create table payment_method_users (
  fleet_id bigint not null,
  method_id bigint not null,
  user_id bigint not null,
  primary key (method_id, user_id),
  foreign key (fleet_id, method_id) references payment_methods (fleet_id, id) on delete cascade,
  foreign key (fleet_id, user_id) references users (fleet_id, id) on delete cascade
);
create index payment_method_users_user on payment_method_users (fleet_id, user_id);
grant select, insert, update, delete on payment_method_users to wheelbook_app;
alter table payment_method_users enable row level security;
alter table payment_method_users force row level security;
create policy of_the_fleet on payment_method_users to wheelbook_app
  using (fleet_id = current_fleet()) with check (fleet_id = current_fleet());
do $$
begin
  execute format('create policy all_for_the_owner on payment_method_users to %I using (true) with check (true)', current_user);
end $$;

-- What the sandbox gateway holds. It stands for a company elsewhere: it writes in transactions of its own, and nothing of
-- ours refers to it.
create schema card_sandbox;
create table card_sandbox.customers (
  id text primary key
);
create table card_sandbox.cards (
  token text primary key,
  customer_id text not null references card_sandbox.customers (id) on delete cascade,
  nonce text not null,
  card jsonb not null,
  added_at timestamptz not null default clock_timestamp(),
  unique (customer_id, nonce)
);

-- Transactions of the sandbox gateway.
create table card_sandbox.transactions (
  id text primary key,
  key text not null,
  kind text not null check (kind in ('sale', 'refund')),
  -- The sale that a refund is of.
  sale_id text references card_sandbox.transactions (id),
  token text,
  amount numeric(12, 2) not null,
  currency text not null,
  status text not null check (status in ('authorized', 'captured', 'voided', 'declined', 'failed')),
  reason text,
  created_at timestamptz not null default clock_timestamp()
);
create index card_sandbox_transactions_key on card_sandbox.transactions (key);
create index card_sandbox_transactions_sale on card_sandbox.transactions (sale_id);
