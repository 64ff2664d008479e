-- Messages that have not been sent: enqueued again after a restore, whose backup has no job queue.
create index mails_unsent on mails (created_at) where sent_at is null and refused_at is null;
create index text_messages_unsent on text_messages (created_at) where sent_at is null and refused_at is null;
