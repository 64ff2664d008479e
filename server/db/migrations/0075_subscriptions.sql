-- Subscriptions (ruling 32): one row for each month that a fleet is charged for.
-- Null: no subscription. The first month that is charged begins on or after this day.
alter table fleets add column subscribed_from date;
create index fleets_subscribed on fleets (id) where subscribed_from is not null;

create table subscription_months (
  fleet_id bigint not null references fleets (id),
  -- Its first day.
  month date not null check (extract(day from month) = 1),
  vehicles int not null check (vehicles >= 0),
  price numeric(12, 2) not null check (price >= 0),
  amount numeric(12, 2) not null check (amount = price * vehicles),
  currency text not null check (currency in ('USD', 'CAD')),
  -- `free`: nothing to charge. `failed`: declined on every day, people have to act.
  status text not null check (status in ('open', 'paid', 'failed', 'free')),
  -- By the fleet's calendar.
  last_attempt_on date,
  created_at timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  primary key (fleet_id, month),
  check ((status = 'free') = (amount = 0))
);
create index subscription_months_open on subscription_months (fleet_id, month) where status = 'open';
create index subscription_months_failed on subscription_months (fleet_id, changed_at) where status = 'failed';

-- What a month costs is decided once.
create function check_subscription_month() returns trigger language plpgsql as $$
begin
  if (new.fleet_id, new.month, new.vehicles, new.price, new.amount, new.currency)
    is distinct from (old.fleet_id, old.month, old.vehicles, old.price, old.amount, old.currency) then
    raise exception 'A month of a subscription keeps its price';
  end if;
  new.changed_at := now();
  return new;
end $$;
create trigger check_subscription_month before update on subscription_months
  for each row execute function check_subscription_month();
grant select, update on subscription_months to wheelbook_app;
alter table subscription_months enable row level security;
alter table subscription_months force row level security;
create policy of_the_fleet on subscription_months to wheelbook_app
  using (fleet_id = current_fleet()) with check (fleet_id = current_fleet());
do $$
begin
  execute format('create policy all_for_the_owner on subscription_months to %I using (true) with check (true)', current_user);
end $$;
