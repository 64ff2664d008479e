-- Since when an order waits for an approval: the queue of approvers is sorted by it.
alter table shop_orders add column awaiting_since timestamptz;
update shop_orders o set awaiting_since = coalesce(
  (select max(a.created_at) from shop_order_activity_items a
    where a.order_id = o.id and a.activity_type in ('estimate', 'exceed', 'approval_required')), o.updated_at)
  where o.status = 'awaiting_approval';

-- By a trigger, so that no way into the status can forget it. A corrected estimate leaves the status as it is, and the
-- wait goes on.
create function keep_awaiting_since() returns trigger language plpgsql as $$
begin
  if new.status <> 'awaiting_approval' then
    new.awaiting_since := null;
  elsif tg_op = 'INSERT' then
    new.awaiting_since := coalesce(new.awaiting_since, now());
  elsif old.status <> 'awaiting_approval' then
    new.awaiting_since := now();
  end if;
  return new;
end $$;
create trigger keep_awaiting_since before insert or update of status on shop_orders for each row
  execute function keep_awaiting_since();

create index shop_orders_waiting on shop_orders (fleet_id, awaiting_since, id) include (vehicle_id)
  where status = 'awaiting_approval';
