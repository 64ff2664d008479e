-- Models whose look-up failed wait behind the others, so that they do not stop every night at the same place.
alter table recall_lookups add column tried_at timestamptz;
