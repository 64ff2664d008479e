create index payments_settlement_check on payments (settlement_check_at nulls first)
where status = 'captured' and provider = 'Braintree' and settlement_check_at is distinct from 'infinity'::timestamptz;
