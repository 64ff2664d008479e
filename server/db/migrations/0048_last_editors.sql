-- Who changed or deleted an entry last: named in the conflict that a queued edit of somebody else runs into. Null: nobody
-- changed it, or before this was recorded.
alter table manual_maintenance_histories add column updated_by bigint references users (id);
alter table glovebox_items add column updated_by bigint references users (id);
