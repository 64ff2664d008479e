-- An entry that moves to another vehicle is gone for those who see only the old one: a second row of the entity,
-- '<id>@<old vehicle>', tells their devices.
create or replace function sync_history() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then perform note_change(old.fleet_id, 'manual_history', old.id::text, old.vehicle_id, null, true);
  else
    perform note_change(new.fleet_id, 'manual_history', new.id::text, new.vehicle_id, null, new.deleted_at is not null);
    if tg_op = 'UPDATE' and old.vehicle_id <> new.vehicle_id then
      perform note_change(new.fleet_id, 'manual_history', new.id || '@' || old.vehicle_id, old.vehicle_id, null, true);
    end if;
  end if;
  return null;
end $$;

create or replace function sync_glovebox() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then perform note_change(old.fleet_id, 'glovebox_item', old.id::text, old.vehicle_id, null, true);
  else
    perform note_change(new.fleet_id, 'glovebox_item', new.id::text, new.vehicle_id, null, new.deleted_at is not null);
    if tg_op = 'UPDATE' and old.vehicle_id <> new.vehicle_id then
      perform note_change(new.fleet_id, 'glovebox_item', new.id || '@' || old.vehicle_id, old.vehicle_id, null, true);
    end if;
  end if;
  return null;
end $$;

-- One user on one device may stand in several fleets, and each fleet sees its own row only.
alter table client_heartbeats drop constraint client_heartbeats_pkey;
alter table client_heartbeats add primary key (user_id, fleet_id, device_id);
