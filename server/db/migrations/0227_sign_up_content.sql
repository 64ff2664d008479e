-- Tells a repeated sign-up from one with corrected details (decision 12). null: signed up before this migration, or at a
-- server of an earlier version.
alter table sign_ups add column content_hash bytea;
