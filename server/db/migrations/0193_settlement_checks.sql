-- Braintree sends no notification about a declined settlement of a card or PayPal. `due_at` of a captured payment is the
-- time of the next check; null: the settlement is final (decision 120). Payments from before this version are checked once.
update payments p set due_at = now()
where p.provider = 'Braintree' and p.status = 'captured' and p.due_at is null
  and exists (select from payment_activities a
    where a.payment_id = p.id and a.kind = 'captured' and a.created_at > now() - interval '14 days');
