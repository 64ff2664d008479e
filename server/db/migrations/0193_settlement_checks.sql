-- Braintree sends no notification about a declined settlement of a card or PayPal (decision 120). `settlement_check_at` of a
-- captured payment is the time of the next check. Infinity: the settlement is final. Null: captured by an older server, so
-- due now. Older captures count as final, except those of the last 14 days.
alter table payments add column settlement_check_at timestamptz default 'infinity';
alter table payments alter column settlement_check_at drop default;
update payments p set settlement_check_at = null
where p.provider = 'Braintree' and p.status = 'captured'
  and exists (select from payment_activities a
    where a.payment_id = p.id and a.kind = 'captured' and a.created_at > now() - interval '14 days');
