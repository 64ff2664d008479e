-- Braintree sends no notification about a declined settlement of a card or PayPal (decision 120). `settlement_check_at` of a
-- captured payment is the time of the next check. Infinity: the settlement is final. Null: captured by an older server, so
-- due now. Older captures count as final.
alter table payments add column settlement_check_at timestamptz default 'infinity';
alter table payments alter column settlement_check_at drop default;
