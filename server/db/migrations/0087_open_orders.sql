-- One row for each open order, with what lists across fleets sort and search by (decision 55). Finding the vehicles of
-- 20,000 open orders among a million took seconds. Kept by triggers; only reads across fleets use it.
create table open_orders (
  id bigint primary key references shop_orders (id) on delete cascade,
  fleet_id bigint not null,
  vehicle_id bigint not null,
  shop_id bigint,
  status text not null,
  appointment_datetime timestamptz not null,
  total numeric(12, 2) not null,
  po_number text,
  invoice_number text,
  custom_shop_name text,
  -- Of the vehicle.
  display_name text,
  vin text,
  other_id text,
  department_number text,
  search_text text
);
create index open_orders_by_date on open_orders (appointment_datetime, id);
create index open_orders_vehicle on open_orders (vehicle_id);
create index open_orders_fleet on open_orders (fleet_id);
alter table open_orders enable row level security;
create policy of_the_fleet on open_orders for select to wheelbook_app using (fleet_id = current_fleet());
grant select on open_orders to wheelbook_app;

insert into open_orders
select o.id, o.fleet_id, o.vehicle_id, o.shop_id, o.status, o.appointment_datetime, o.total, o.po_number,
  o.invoice_number, o.custom_shop_name, v.display_name, v.vin, v.other_id, v.department_number, v.search_text
from shop_orders o join vehicles v on v.id = o.vehicle_id
where o.status in ('initiated', 'initiated_by_user', 'active', 'awaiting_approval', 'approved', 'walk_in');

create function keep_open_orders() returns trigger language plpgsql security definer
set search_path = pg_catalog, public as $$
begin
  if tg_op = 'UPDATE' then
    delete from public.open_orders p using changed c where p.id = c.id
      and c.status not in ('initiated', 'initiated_by_user', 'active', 'awaiting_approval', 'approved', 'walk_in');
  end if;
  insert into public.open_orders as p
  select o.id, o.fleet_id, o.vehicle_id, o.shop_id, o.status, o.appointment_datetime, o.total, o.po_number,
    o.invoice_number, o.custom_shop_name, v.display_name, v.vin, v.other_id, v.department_number, v.search_text
  from changed o join public.vehicles v on v.id = o.vehicle_id
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
revoke execute on function keep_open_orders from public;
create trigger keep_open_insert after insert on shop_orders referencing new table as changed
  for each statement execute function keep_open_orders();
create trigger keep_open_update after update on shop_orders referencing new table as changed
  for each statement execute function keep_open_orders();

create function keep_vehicle_of_open_order() returns trigger language plpgsql security definer
set search_path = pg_catalog, public as $$
begin
  update public.open_orders set (display_name, vin, other_id, department_number, search_text) =
    (new.display_name, new.vin, new.other_id, new.department_number, new.search_text)
  where vehicle_id = new.id;
  return null;
end $$;
revoke execute on function keep_vehicle_of_open_order from public;
create trigger keep_open_orders after update on vehicles for each row
  when ((old.search_text, old.display_name) is distinct from (new.search_text, new.display_name))
  execute function keep_vehicle_of_open_order();

drop index shop_orders_open_by_date;

-- Transactions of a company within a range of days: sums and pages read nothing but this index.
create index payment_activities_time on payment_activities (created_at desc, id desc) include (fleet_id, kind, amount)
  where order_id is not null and kind in ('captured', 'refunded', 'settlement_declined', 'dispute_lost');
