-- Reports that users get by email, each week or month (decision 0098).
create table report_subscriptions (
  id bigint generated always as identity primary key,
  fleet_id bigint not null references fleets (id) on delete cascade,
  user_id bigint not null references users (id) on delete cascade,
  report text not null check (report in ('costs', 'downtime', 'distance_costs')),
  by text not null check (by in ('month', 'department', 'class', 'vehicle', 'shop', 'service')),
  every text not null check (every in ('week', 'month')),
  created_at timestamptz not null default now(),
  -- The day in the fleet's time zone on whose morning the next email is due.
  next_on date not null,
  -- First day of the period that was sent last.
  last_period text,
  -- After a failure: not before this.
  retry_at timestamptz,
  -- Unsubscribed. The row stays for a while, so that this can be undone by the link in the email.
  ended_at timestamptz
);
create unique index report_subscriptions_own on report_subscriptions (user_id, fleet_id, report, by, every);
create index report_subscriptions_fleet on report_subscriptions (fleet_id);
create index report_subscriptions_due on report_subscriptions (next_on, id) where ended_at is null;

grant select, insert, update, delete on report_subscriptions to wheelbook_app;
alter table report_subscriptions enable row level security;
create policy of_the_fleet on report_subscriptions for all to wheelbook_app
  using (fleet_id = current_fleet()) with check (fleet_id = current_fleet());
