-- model_recalls also stores models without recalls, to distinguish them from models that were not looked up yet. Devices
-- only get those with recalls.
create or replace function sync_recall() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then perform note_change(old.fleet_id, 'recall', old.id::text, null, null, true);
  elsif tg_op = 'UPDATE' or new.recalls <> '[]' then
    perform note_change(new.fleet_id, 'recall', new.id::text, null, null, new.recalls = '[]');
  end if;
  return null;
end $$;
