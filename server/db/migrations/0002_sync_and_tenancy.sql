-- Triggers that keep sync_changes, and row-level security on every table of a tenant.

create function note_change(p_fleet bigint, p_type text, p_id text, p_vehicle bigint, p_user bigint, p_deleted boolean)
returns void language sql as $$
  insert into sync_changes (fleet_id, type, entity_id, vehicle_id, user_id, is_deleted, xid)
  values (p_fleet, p_type, p_id, p_vehicle, p_user, p_deleted, pg_current_xact_id())
  on conflict (type, entity_id) do update
    set fleet_id = excluded.fleet_id, vehicle_id = excluded.vehicle_id, is_deleted = excluded.is_deleted, xid = excluded.xid
$$;

-- Tables that are an entity of their own: one change a row.
create function sync_vehicle() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then perform note_change(old.fleet_id, 'vehicle', old.id::text, old.id, null, true);
  else perform note_change(new.fleet_id, 'vehicle', new.id::text, new.id, null, false); end if;
  return null;
end $$;
create trigger sync after insert or update or delete on vehicles for each row execute function sync_vehicle();

create function sync_driver() returns trigger language plpgsql as $$
declare v record;
begin
  if tg_op = 'DELETE' then v := old; else v := new; end if;
  perform note_change(v.fleet_id, 'vehicle', v.vehicle_id::text, v.vehicle_id, null, false) from vehicles where id = v.vehicle_id;
  return null;
end $$;
create trigger sync after insert or delete on vehicle_drivers for each row execute function sync_driver();

create function sync_history() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then perform note_change(old.fleet_id, 'manual_history', old.id::text, old.vehicle_id, null, true);
  else perform note_change(new.fleet_id, 'manual_history', new.id::text, new.vehicle_id, null, new.deleted_at is not null); end if;
  return null;
end $$;
create trigger sync after insert or update or delete on manual_maintenance_histories for each row execute function sync_history();

create function sync_glovebox() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then perform note_change(old.fleet_id, 'glovebox_item', old.id::text, old.vehicle_id, null, true);
  else perform note_change(new.fleet_id, 'glovebox_item', new.id::text, new.vehicle_id, null, new.deleted_at is not null); end if;
  return null;
end $$;
create trigger sync after insert or update or delete on glovebox_items for each row execute function sync_glovebox();

create function sync_order() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then perform note_change(old.fleet_id, 'order_history', old.id::text, old.vehicle_id, null, true);
  else perform note_change(new.fleet_id, 'order_history', new.id::text, new.vehicle_id, null, false); end if;
  return null;
end $$;
create trigger sync after insert or update or delete on shop_orders for each row execute function sync_order();

create function sync_telematics() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then perform note_change(old.fleet_id, 'telematics', old.vehicle_id::text, old.vehicle_id, null, true);
  else perform note_change(new.fleet_id, 'telematics', new.vehicle_id::text, new.vehicle_id, null, false); end if;
  return null;
end $$;
create trigger sync after insert or update or delete on telematics_snapshots for each row execute function sync_telematics();

create function sync_interval() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then perform note_change(old.fleet_id, 'interval', old.id::text, old.vehicle_id, null, true);
  else perform note_change(new.fleet_id, 'interval', new.id::text, new.vehicle_id, null, false); end if;
  return null;
end $$;
create trigger sync after insert or update or delete on maintenance_intervals for each row execute function sync_interval();

create function sync_favorite() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then perform note_change(old.fleet_id, 'favorite_shop', old.user_id || ':' || old.shop_id, null, old.user_id, true);
  else perform note_change(new.fleet_id, 'favorite_shop', new.user_id || ':' || new.shop_id, null, new.user_id, false); end if;
  return null;
end $$;
create trigger sync after insert or delete on favorite_shops for each row execute function sync_favorite();

-- A file that arrives, or goes, changes the entity that it belongs to.
create function sync_document() returns trigger language plpgsql as $$
declare d record;
begin
  if tg_op = 'DELETE' then d := old; else d := new; end if;
  perform note_change(d.fleet_id, 'manual_history', h.id::text, h.vehicle_id, null, h.deleted_at is not null)
    from manual_maintenance_histories h where h.id = d.history_id;
  perform note_change(d.fleet_id, 'glovebox_item', g.id::text, g.vehicle_id, null, g.deleted_at is not null)
    from glovebox_items g where g.id = d.glovebox_item_id;
  perform note_change(d.fleet_id, 'order_history', o.id::text, o.vehicle_id, null, false)
    from shop_orders o where o.id = d.order_id;
  return null;
end $$;
create trigger sync after update or delete on documents for each row execute function sync_document();

-- Row-level security. The owner (migrations, jobs, sign-in, seed) keeps all rows by a policy of its own, also under FORCE.
do $$
begin
  if not exists (select from pg_roles where rolname = 'wheelbook_app') then
    create role wheelbook_app nologin nosuperuser nobypassrls;
  end if;
  execute format('grant wheelbook_app to %I', current_user);
end $$;
grant usage on schema public to wheelbook_app;
grant select on server_meta, affiliations, fleets, users, service_definitions, shops to wheelbook_app;

create function current_fleet() returns bigint language sql stable parallel safe
  as $$ select nullif(current_setting('app.fleet_id', true), '')::bigint $$;

do $$
declare t text;
begin
  foreach t in array array['vehicles', 'vehicle_drivers', 'odometer_readings', 'favorite_shops', 'shop_orders', 'order_services',
    'manual_maintenance_histories', 'history_services', 'glovebox_items', 'documents', 'telematics_snapshots',
    'maintenance_intervals', 'idempotency_keys', 'client_heartbeats', 'sync_changes']
  loop
    execute format('grant select, insert, update, delete on %I to wheelbook_app', t);
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy of_the_fleet on %I to wheelbook_app using (fleet_id = current_fleet()) with check (fleet_id = current_fleet())', t);
    execute format('create policy all_for_the_owner on %I to %I using (true) with check (true)', t, current_user);
  end loop;
end $$;
alter table users enable row level security;
create policy of_the_fleet on users for select to wheelbook_app using (fleet_id = current_fleet() or fleet_id is null);
alter table fleets enable row level security;
create policy of_the_fleet on fleets for select to wheelbook_app using (id = current_fleet());
