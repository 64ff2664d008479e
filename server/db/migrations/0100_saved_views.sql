-- Views of lists that users saved: URL parameters under a name (decision 0071).
create table saved_views (
  id uuid primary key,
  fleet_id bigint not null references fleets (id) on delete cascade,
  user_id bigint not null references users (id) on delete cascade,
  list text not null check (list in ('vehicles', 'due', 'active_orders')),
  name text not null,
  state jsonb not null,
  is_default boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index saved_views_name on saved_views (user_id, fleet_id, list, lower(name));
create unique index saved_views_default on saved_views (user_id, fleet_id, list) where is_default;
create index saved_views_fleet on saved_views (fleet_id);

grant select, insert, update, delete on saved_views to wheelbook_app;
alter table saved_views enable row level security;
create policy of_the_fleet on saved_views for all to wheelbook_app
  using (fleet_id = current_fleet()) with check (fleet_id = current_fleet());
