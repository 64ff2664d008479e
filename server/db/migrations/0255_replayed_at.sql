-- When a key was last answered from its stored response. A device keeps its receipt from then on, so the key must outlast it.
alter table idempotency_keys add column replayed_at timestamptz;
alter table shop_idempotency_keys add column replayed_at timestamptz;
