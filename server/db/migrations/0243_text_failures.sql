-- Last time at which the provider accepted no text messages, as for emails. The metrics tell by it whether the provider or one
-- recipient is the reason why a message waits.
alter table text_messages add column failed_at timestamptz;
create index text_messages_failed on text_messages (failed_at) where failed_at is not null;
create index text_messages_sent on text_messages (sent_at) where sent_at is not null;
