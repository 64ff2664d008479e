-- When to send the receipt of a captured card payment by email. Null: it was sent, or there is no address for it. Charges from
-- before this column get none.
alter table payments add column receipt_due_at timestamptz;
