-- What the card gateway tells: settlements that were declined, disputes (decision 46).
insert into secrets values ('card_notifications', gen_random_uuid()::text || gen_random_uuid()::text);

-- Each notification that was taken, so that a replay is known. Only the server reads them: no grants.
create table gateway_notifications (
  -- SHA-256 of the payload.
  digest bytea primary key,
  type text not null,
  transaction_id text,
  sent_at timestamptz not null,
  received_at timestamptz not null default now()
);
create index gateway_notifications_received on gateway_notifications (received_at);

create table payment_disputes (
  -- The gateway's.
  id text primary key,
  fleet_id bigint not null,
  payment_id bigint not null,
  order_id bigint,
  status text not null check (status in ('open', 'won', 'lost')),
  amount numeric(12, 2) not null check (amount >= 0),
  reason text,
  -- Of the notification that the status comes from; an older one changes nothing.
  told_at timestamptz not null,
  opened_at timestamptz not null,
  foreign key (fleet_id, payment_id) references payments (fleet_id, id)
);
create index payment_disputes_payment on payment_disputes (payment_id);
create index payment_disputes_open on payment_disputes (fleet_id, opened_at) where status = 'open';
grant select on payment_disputes to wheelbook_app;
alter table payment_disputes enable row level security;
alter table payment_disputes force row level security;
create policy of_the_fleet on payment_disputes to wheelbook_app
  using (fleet_id = current_fleet()) with check (fleet_id = current_fleet());
do $$
begin
  execute format('create policy all_for_the_owner on payment_disputes to %I using (true) with check (true)', current_user);
end $$;

create index payments_gateway_id on payments (gateway_id) where gateway_id is not null;
alter table payment_activities drop constraint payment_activities_kind_check;
alter table payment_activities add constraint payment_activities_kind_check check (kind in ('authorized', 'declined',
  'captured', 'voided', 'refunded', 'failed', 'settled_outside', 'settlement_declined', 'dispute_opened', 'dispute_won',
  'dispute_lost'));
