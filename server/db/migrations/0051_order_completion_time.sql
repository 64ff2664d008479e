-- An order has two times: the appointment that was agreed on, and the completion of the work. Until now an early completion
-- overwrote the appointment.

alter table shop_orders add column completed_at timestamptz;

-- In milliseconds, as the application writes it: the keyset of the order file compares it with what JavaScript read.
update shop_orders o set completed_at = date_trunc('milliseconds', a.at)
from (select fleet_id, order_id, max(created_at) as at from shop_order_activity_items
    where activity_type = 'complete' group by 1, 2) a
where a.fleet_id = o.fleet_id and a.order_id = o.id
  and o.status in ('complete', 'paid', 'paid_in_shop', 'paid_deferred');

-- Where an order stands in the history: at its completion; at its appointment if it was never completed, or before this
-- migration and without an activity log.
alter table shop_orders
  add column effective_at timestamptz not null generated always as (coalesce(completed_at, appointment_datetime)) stored;

-- Past orders are read by that time. Open orders have indexes of their own, by appointment.
drop index shop_orders_vehicle;
drop index shop_orders_fleet;
create index shop_orders_vehicle on shop_orders (vehicle_id, effective_at desc, id desc);
create index shop_orders_fleet on shop_orders (fleet_id, effective_at desc, id desc);

-- So are the totals by day. The functions differ from those of 0013 in that column alone.
create or replace function order_days_inserted() returns trigger language plpgsql as $$
begin
  insert into order_day_totals as t (fleet_id, day, status, orders, total)
  select o.fleet_id, (o.effective_at at time zone f.time_zone)::date, o.status, count(*), sum(o.total)
  from new_rows o join fleets f on f.id = o.fleet_id
  where o.status in ('complete', 'paid', 'paid_in_shop', 'paid_deferred', 'cancel')
  group by 1, 2, 3 order by 1, 2, 3
  on conflict (fleet_id, day, status) do update
    set orders = t.orders + excluded.orders, total = t.total + excluded.total;
  return null;
end $$;
create or replace function order_days_changed() returns trigger language plpgsql as $$
begin
  insert into order_day_totals as t (fleet_id, day, status, orders, total)
  select o.fleet_id, (o.effective_at at time zone f.time_zone)::date, o.status, sum(o.n), sum(o.n * o.total)
  from (select fleet_id, effective_at, status, total, 1 as n from new_rows
    union all select fleet_id, effective_at, status, total, -1 from old_rows) o
  join fleets f on f.id = o.fleet_id
  where o.status in ('complete', 'paid', 'paid_in_shop', 'paid_deferred', 'cancel')
  group by 1, 2, 3 having sum(o.n) <> 0 or sum(o.n * o.total) <> 0 order by 1, 2, 3
  on conflict (fleet_id, day, status) do update
    set orders = t.orders + excluded.orders, total = t.total + excluded.total;
  return null;
end $$;
create or replace function order_days_deleted() returns trigger language plpgsql as $$
begin
  update order_day_totals t set orders = t.orders - d.orders, total = t.total - d.total
  from (select o.fleet_id, (o.effective_at at time zone f.time_zone)::date as day, o.status,
      count(*) as orders, sum(o.total) as total
    from old_rows o join fleets f on f.id = o.fleet_id group by 1, 2, 3) d
  where (t.fleet_id, t.day, t.status) = (d.fleet_id, d.day, d.status);
  return null;
end $$;

delete from order_day_totals;
insert into order_day_totals (fleet_id, day, status, orders, total)
select o.fleet_id, (o.effective_at at time zone f.time_zone)::date, o.status, count(*), sum(o.total)
from shop_orders o join fleets f on f.id = o.fleet_id
where o.status in ('complete', 'paid', 'paid_in_shop', 'paid_deferred', 'cancel') group by 1, 2, 3;
