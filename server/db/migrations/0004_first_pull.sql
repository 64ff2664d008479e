-- The first pull of a device goes by kind, vehicles first, so that the list is there before the histories are.
create index sync_changes_first on sync_changes (fleet_id, type, entity_id);
