-- Which cluster, database and table this is. A copy made with pg_dump differs from what it names. Null: not seen yet.
alter table server_meta add column origin text;

-- A restored or promoted database lacks numbers that were given since, and devices, emails and shops know them. So every new
-- epoch advances all sequences: by 1,000,000, and by one for each millisecond since this state of the database was in use. The time
-- differs each time one backup is restored, so two restores give different numbers (decision 126).
create function skip_lost_numbers() returns trigger language plpgsql set search_path = pg_catalog, public as $$
declare
  in_use timestamptz;
  step bigint;
  item record;
begin
  in_use := greatest(to_timestamp(old.key_generation), (select max(created_at) from public.idempotency_keys),
    (select max(last_seen_at) from public.sessions), (select min(ran_at) from public.migrations));
  step := 1000000 + greatest(0, 1000 * extract(epoch from clock_timestamp() - in_use))::bigint;
  for item in
    select c.oid, pg_sequence_last_value(c.oid) as last, s.seqstart from pg_class c join pg_sequence s on s.seqrelid = c.oid
    where c.relnamespace = any(select n.oid from pg_namespace n where n.nspname in ('public', 'card_sandbox'))
      and c.relowner = (select o.relowner from pg_class o where o.oid = 'public.server_meta'::regclass)
  loop
    perform setval(item.oid, coalesce(item.last, item.seqstart) + step);
  end loop;
  return new;
end $$;
create trigger skip_lost_numbers before update of epoch on server_meta for each row
  when (new.epoch is distinct from old.epoch) execute function skip_lost_numbers();

-- Starts a new epoch on a database that was promoted, restored to a point in time, or copied with pg_dump. Returns whether it did.
-- Servers call it on each new connection, so that nothing is written before. The commit does not wait for a replica, because
-- reads must not wait for one either.
create function notice_restore() returns boolean language plpgsql set search_path = pg_catalog, public as $$
declare
  meta public.server_meta;
  current_timeline text;
  current_origin text;
  is_new boolean;
begin
  if pg_is_in_recovery() then return false; end if;
  -- Some providers hide either.
  begin
    current_timeline := substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8);
  exception when others then null;
  end;
  begin
    current_origin := concat_ws('/', (select system_identifier from pg_control_system()),
      (select d.oid from pg_database d where d.datname = current_database()), 'public.server_meta'::regclass::oid);
  exception when others then null;
  end;
  select * into meta from public.server_meta;
  if coalesce(current_timeline = meta.timeline, current_timeline is null)
    and coalesce(current_origin = meta.origin, current_origin is null) then return false; end if;
  -- Until the end of the transaction; a setting of the function would end before the commit.
  perform set_config('synchronous_commit', 'local', true);
  select * into meta from public.server_meta for update;
  is_new := coalesce(current_timeline <> meta.timeline, false) or coalesce(current_origin <> meta.origin, false);
  update public.server_meta set timeline = coalesce(current_timeline, timeline), origin = coalesce(current_origin, origin),
    epoch = case when is_new then gen_random_uuid() else epoch end;
  return is_new;
end $$;
revoke execute on function notice_restore(), skip_lost_numbers() from public;
