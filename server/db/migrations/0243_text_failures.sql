-- Last time at which the provider accepted no text messages, as for emails. The metrics tell by it whether the provider or one
-- recipient is the reason why a message waits.
alter table text_messages add column failed_at timestamptz;
