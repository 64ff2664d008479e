-- The text in which users search for a vehicle, in a narrow table (decision 0067): a word that most vehicles contain has to
-- be counted row by row, and rows of vehicles are several times as wide. Triggers write it after each change of a vehicle or
-- its drivers.

-- As vehicleSearchText in domain/vehicles/vehicle-search.ts: lower case without accents; a plate also without dashes and
-- spaces, among them the two that do not break a line. Without a search_path of its own, which would take as long as the rest.
create function vehicle_text(name text, year int, make text, model text, sub_model text, vin text, plate text, other_id text,
  department text, drivers text) returns text language plpgsql immutable parallel safe as $$
declare
  found text := concat_ws(' ', name, year, make, model, sub_model, vin, plate,
    translate(plate, '- ' || chr(9) || chr(160) || chr(8239), ''), other_id, department, drivers);
begin
  -- Only ASCII: normalizing takes several times as long.
  if octet_length(found) = char_length(found) then return lower(found); end if;
  -- One lower-case sigma: JavaScript has another at the end of a word.
  return replace(lower(regexp_replace(normalize(found, nfd), '[\u0300-\u036f]', '', 'g')), 'ς', 'σ');
end $$;
revoke execute on function vehicle_text from public;

-- Servers of the version before may be writing: nothing may change between the copy and the triggers.
lock table users, vehicles, vehicle_drivers in share row exclusive mode;

create table vehicle_texts (
  fleet_id bigint not null,
  vehicle_id bigint not null,
  is_active boolean not null,
  text text not null
);
insert into vehicle_texts (fleet_id, vehicle_id, is_active, text)
select v.fleet_id, v.id, v.is_active, vehicle_text(v.name_of_vehicle, v.year, v.make, v.model, v.sub_model, v.vin,
  v.license_plate_number, v.other_id, v.department_number, d.names)
from vehicles v left join (
  select d.vehicle_id, string_agg(u.first_name || ' ' || u.last_name, ' ' order by u.id) as names
  from vehicle_drivers d join users u on u.id = d.user_id group by 1) d on d.vehicle_id = v.id
order by v.fleet_id, v.id;
alter table vehicle_texts add primary key (fleet_id, vehicle_id);
create index vehicle_texts_words on vehicle_texts using gin (fleet_id, text gin_trgm_ops);
analyze vehicle_texts;
alter table vehicle_texts enable row level security;
create policy of_the_fleet on vehicle_texts for select to wheelbook_app using (fleet_id = current_fleet());
grant select on vehicle_texts to wheelbook_app;

create function driver_names(p_vehicle bigint) returns text language sql stable set search_path = pg_catalog as $$
  select string_agg(u.first_name || ' ' || u.last_name, ' ' order by u.id)
  from public.vehicle_drivers d join public.users u on u.id = d.user_id where d.vehicle_id = p_vehicle
$$;
revoke execute on function driver_names from public;

-- Files insert vehicles by the thousand.
create function insert_vehicle_texts() returns trigger language plpgsql security definer
set search_path = pg_catalog, public as $$
begin
  insert into public.vehicle_texts (fleet_id, vehicle_id, is_active, text)
  select c.fleet_id, c.id, c.is_active, public.vehicle_text(c.name_of_vehicle, c.year, c.make, c.model, c.sub_model, c.vin,
    c.license_plate_number, c.other_id, c.department_number, null)
  from changed c;
  return null;
end $$;
revoke execute on function insert_vehicle_texts from public;
create trigger texts_insert after insert on vehicles referencing new table as changed
  for each statement execute function insert_vehicle_texts();

-- Row by row, so that a new odometer reading costs nothing.
create function update_vehicle_text() returns trigger language plpgsql security definer
set search_path = pg_catalog, public as $$
begin
  if tg_op = 'DELETE' then
    delete from public.vehicle_texts where fleet_id = old.fleet_id and vehicle_id = old.id;
  else
    update public.vehicle_texts set fleet_id = new.fleet_id, is_active = new.is_active,
      text = public.vehicle_text(new.name_of_vehicle, new.year, new.make, new.model, new.sub_model, new.vin,
        new.license_plate_number, new.other_id, new.department_number, public.driver_names(new.id))
    where fleet_id = old.fleet_id and vehicle_id = old.id;
  end if;
  return null;
end $$;
revoke execute on function update_vehicle_text from public;
create trigger texts_update after update on vehicles for each row
  when ((old.fleet_id, old.is_active, old.name_of_vehicle, old.year, old.make, old.model, old.sub_model, old.vin,
    old.license_plate_number, old.other_id, old.department_number) is distinct from
    (new.fleet_id, new.is_active, new.name_of_vehicle, new.year, new.make, new.model, new.sub_model, new.vin,
    new.license_plate_number, new.other_id, new.department_number))
  execute function update_vehicle_text();
create trigger texts_delete after delete on vehicles for each row execute function update_vehicle_text();

-- Locks the vehicles first, so that of two concurrent changes the later one sees the earlier one.
create function write_vehicle_texts(ids bigint[]) returns void language plpgsql set search_path = pg_catalog, public as $$
begin
  perform from public.vehicles where id = any(ids) order by id for no key update;
  update public.vehicle_texts t set text = public.vehicle_text(v.name_of_vehicle, v.year, v.make, v.model, v.sub_model, v.vin,
    v.license_plate_number, v.other_id, v.department_number, public.driver_names(v.id))
  from public.vehicles v where v.id = any(ids) and t.fleet_id = v.fleet_id and t.vehicle_id = v.id;
end $$;
revoke execute on function write_vehicle_texts from public;

create function keep_texts_of_drivers() returns trigger language plpgsql security definer
set search_path = pg_catalog, public as $$
begin
  -- Waits for a new name that is being written, whose own trigger does not see this assignment.
  if tg_op = 'INSERT' then
    perform from public.users where id in (select c.user_id from changed c) order by id for share;
  end if;
  perform public.write_vehicle_texts(array(select c.vehicle_id from changed c));
  return null;
end $$;
revoke execute on function keep_texts_of_drivers from public;
create trigger texts_insert after insert on vehicle_drivers referencing new table as changed
  for each statement execute function keep_texts_of_drivers();
create trigger texts_delete after delete on vehicle_drivers referencing old table as changed
  for each statement execute function keep_texts_of_drivers();

create function keep_texts_of_renamed() returns trigger language plpgsql security definer
set search_path = pg_catalog, public as $$
begin
  perform public.write_vehicle_texts(array(select d.vehicle_id from public.vehicle_drivers d where d.user_id = new.id));
  return null;
end $$;
revoke execute on function keep_texts_of_renamed from public;
create trigger texts_name after update of first_name, last_name on users for each row
  when (old.first_name is distinct from new.first_name or old.last_name is distinct from new.last_name)
  execute function keep_texts_of_renamed();

-- Vehicles of the fleet that contain all words, `at_most` of them. `rarest` and `others` are patterns of LIKE, in plain text;
-- `rarest` is the one that the index is asked for. `activity` null: active and inactive ones. Bypasses the policy, behind
-- which LIKE may use no index (decision 0019), and filters by the same fleet itself. Pages cost the same in any order, because
-- the table is small: for a common word the planner otherwise prefers the index of words, which takes twice as long as testing
-- each text. Servers of the version before still call the function with two parameters; a later migration drops it.
create function vehicles_mentioning(rarest text, others text[], activity boolean, at_most int) returns bigint[]
language sql stable security definer set search_path = pg_catalog, public set plan_cache_mode = force_custom_plan
set random_page_cost = 1 as $$
  select array(
    select t.vehicle_id from public.vehicle_texts t
    where t.fleet_id = public.current_fleet() and t.text like rarest and t.text like all (others)
      and (activity is null or t.is_active = activity)
    limit at_most)
$$;
revoke execute on function vehicles_mentioning(text, text[], boolean, int) from public;
grant execute on function vehicles_mentioning(text, text[], boolean, int) to wheelbook_app;

-- The number of all of them.
create function count_vehicles_mentioning(rarest text, others text[], activity boolean) returns bigint language sql stable
security definer set search_path = pg_catalog, public set plan_cache_mode = force_custom_plan set random_page_cost = 1 as $$
  select count(*) from public.vehicle_texts t
  where t.fleet_id = public.current_fleet() and t.text like rarest and t.text like all (others)
    and (activity is null or t.is_active = activity)
$$;
revoke execute on function count_vehicles_mentioning from public;
grant execute on function count_vehicles_mentioning to wheelbook_app;

-- Open orders are searched by the same text.
drop trigger keep_open_orders on vehicles;
create or replace function keep_vehicle_of_open_order() returns trigger language plpgsql security definer
set search_path = pg_catalog, public as $$
begin
  update public.open_orders set (display_name, vin, other_id, department_number) =
    (new.display_name, new.vin, new.other_id, new.department_number)
  where vehicle_id = new.id;
  return null;
end $$;
create trigger keep_open_orders after update on vehicles for each row
  when ((old.display_name, old.vin, old.other_id, old.department_number) is distinct from
    (new.display_name, new.vin, new.other_id, new.department_number))
  execute function keep_vehicle_of_open_order();

create function keep_text_of_open_order() returns trigger language plpgsql security definer
set search_path = pg_catalog, public as $$
begin
  update public.open_orders set search_text = new.text where vehicle_id = new.vehicle_id;
  return null;
end $$;
revoke execute on function keep_text_of_open_order from public;
create trigger keep_open_orders after update on vehicle_texts for each row
  when ((old.fleet_id, old.text) is distinct from (new.fleet_id, new.text))
  execute function keep_text_of_open_order();

create or replace function keep_open_orders() returns trigger language plpgsql security definer
set search_path = pg_catalog, public as $$
begin
  if tg_op = 'UPDATE' then
    delete from public.open_orders p using changed c where p.id = c.id
      and c.status not in ('initiated', 'initiated_by_user', 'active', 'awaiting_approval', 'approved', 'walk_in');
  end if;
  insert into public.open_orders as p
  select o.id, o.fleet_id, o.vehicle_id, o.shop_id, o.status, o.appointment_datetime, o.total, o.po_number,
    o.invoice_number, o.custom_shop_name, v.display_name, v.vin, v.other_id, v.department_number, t.text
  from changed o join public.vehicles v on v.id = o.vehicle_id
    left join public.vehicle_texts t on t.fleet_id = v.fleet_id and t.vehicle_id = v.id
  where o.status in ('initiated', 'initiated_by_user', 'active', 'awaiting_approval', 'approved', 'walk_in')
  on conflict (id) do update set
    (fleet_id, vehicle_id, shop_id, status, appointment_datetime, total, po_number, invoice_number, custom_shop_name,
      display_name, vin, other_id, department_number, search_text) =
    (excluded.fleet_id, excluded.vehicle_id, excluded.shop_id, excluded.status, excluded.appointment_datetime,
      excluded.total, excluded.po_number, excluded.invoice_number, excluded.custom_shop_name, excluded.display_name,
      excluded.vin, excluded.other_id, excluded.department_number, excluded.search_text)
  where p is distinct from excluded;
  return null;
end $$;
update open_orders o set search_text = t.text
from vehicles v join vehicle_texts t on t.fleet_id = v.fleet_id and t.vehicle_id = v.id
where v.id = o.vehicle_id and o.search_text is distinct from t.text;

-- Servers of the version before still read the column, more slowly; a later migration drops it.
drop index vehicles_search;
