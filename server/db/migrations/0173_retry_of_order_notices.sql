-- Notices of an entry that could not be sent are tried again at this time, so that the entry does not block others.
alter table shop_order_activity_items add column notices_retry_at timestamptz;
