-- Captures of the last 14 days are checked. In a transaction of its own, because adding the column locks out readers.
update payments p set settlement_check_at = null
where p.provider = 'Braintree' and p.status = 'captured'
  and exists (select from payment_activities a
    where a.payment_id = p.id and a.kind = 'captured' and a.created_at > now() - interval '14 days');
