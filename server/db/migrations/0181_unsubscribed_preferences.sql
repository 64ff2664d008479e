-- What a user had chosen before the unsubscribe link ended a kind of email, for "Undo". JSON null: no choice was made.
alter table users add column unsubscribed_preferences jsonb not null default '{}';
