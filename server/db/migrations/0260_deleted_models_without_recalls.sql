-- Devices do not have models without recalls, so they need not be told when one is deleted.
create or replace function sync_recall() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if old.recalls <> '[]' then perform note_change(old.fleet_id, 'recall', old.id::text, null, null, true); end if;
  elsif tg_op = 'UPDATE' or new.recalls <> '[]' then
    perform note_change(new.fleet_id, 'recall', new.id::text, null, null, new.recalls = '[]');
  end if;
  return null;
end $$;
