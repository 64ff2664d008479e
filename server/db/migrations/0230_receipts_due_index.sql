create index payments_receipt on payments (receipt_due_at) where receipt_due_at is not null;
