-- The shop's side (ruling 15): links that let a shop act on one order, what it writes about its work, and photos of it.

-- Where a shop reads of orders; null: it has no address, and gets its link another way.
alter table shops add column email text check (length(email) <= 320);

-- What the shop says of one service, to be read before it is approved.
alter table order_services add column note text;
-- Why, where somebody said it: an appointment that was turned down.
alter table shop_order_activity_items add column note text;

-- Photos stand with the service that they show; files of an order without a service are its invoices.
alter table documents add column order_service_id bigint references order_services (id),
  add constraint documents_photo check (order_service_id is null or order_id is not null);

-- Whoever holds the token and knows the VIN acts as the shop of the order. Stored as a hash: shown once, when it is made.
create table shop_links (
  id uuid primary key default gen_random_uuid(),
  fleet_id bigint not null,
  order_id bigint not null,
  token_hash bytea not null unique,
  -- Null: made by the server when the order was requested.
  created_by bigint references users (id),
  -- Address that it was mailed to.
  sent_to text,
  created_at timestamptz not null default now(),
  opened_at timestamptz,
  revoked_at timestamptz,
  foreign key (fleet_id, order_id) references shop_orders (fleet_id, id) on delete cascade
);
create index shop_links_order on shop_links (order_id);

-- Devices on which a link was opened with the right VIN. They end with their link.
create table shop_sessions (
  token_hash bytea primary key,
  fleet_id bigint not null,
  link_id uuid not null references shop_links (id) on delete cascade,
  created_at timestamptz not null default now()
);
create index shop_sessions_link on shop_sessions (link_id);

-- Exactly once for shops, who are no users: keys are an order's, so that a new link goes on where the old one ended.
create table shop_idempotency_keys (
  order_id bigint not null,
  key uuid not null,
  fleet_id bigint not null,
  route text not null,
  fingerprint bytea not null,
  status int,
  body jsonb,
  created_at timestamptz not null default now(),
  primary key (order_id, key),
  foreign key (fleet_id, order_id) references shop_orders (fleet_id, id) on delete cascade
);
create index shop_idempotency_keys_age on shop_idempotency_keys (created_at);

do $$
declare t text;
begin
  foreach t in array array['shop_links', 'shop_sessions', 'shop_idempotency_keys'] loop
    execute format('grant select, insert, update, delete on %I to wheelbook_app', t);
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy of_the_fleet on %I to wheelbook_app using (fleet_id = current_fleet()) with check (fleet_id = current_fleet())', t);
    execute format('create policy all_for_the_owner on %I to %I using (true) with check (true)', t, current_user);
  end loop;
end $$;
