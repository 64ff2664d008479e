-- In a file of its own: adding a column locks the table exclusively, also against reads, until its transaction ends.
create index text_messages_failed on text_messages (failed_at) where failed_at is not null;
create index text_messages_sent on text_messages (sent_at) where sent_at is not null;
