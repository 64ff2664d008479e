-- When a lost dispute is won, the bank returns the amount: a movement of money of its own (decision 119).
alter table payment_activities drop constraint payment_activities_kind_check;
alter table payment_activities add constraint payment_activities_kind_check check (kind in ('authorized', 'declined',
  'captured', 'voided', 'refunded', 'failed', 'settled_outside', 'settlement_declined', 'dispute_opened', 'dispute_won',
  'dispute_lost', 'dispute_returned'));

-- Replaces payment_activities_time. Queries of an old server, for fewer kinds, can use it too.
create index payment_activities_moved on payment_activities (created_at desc, id desc) include (fleet_id, kind, amount)
  where order_id is not null
    and kind in ('captured', 'refunded', 'settlement_declined', 'dispute_lost', 'dispute_returned');
drop index payment_activities_time;

-- Amounts that were returned before this version. A row does not name its dispute, so a win belongs to the last loss of
-- this amount.
insert into payment_activities (fleet_id, payment_id, order_id, kind, amount, created_at)
select w.fleet_id, w.payment_id, w.order_id, 'dispute_returned', l.amount, w.created_at
from payment_activities w cross join lateral (
  select a.kind, a.amount from payment_activities a
  where a.payment_id = w.payment_id and a.id < w.id and a.amount = w.amount and a.kind in ('dispute_lost', 'dispute_won')
  order by a.id desc limit 1) l
where w.kind = 'dispute_won' and l.kind = 'dispute_lost';
