-- Reports add up the cost of a fleet by vehicle, shop and service (decision 70), from indexes that contain all that they need.

create index shop_orders_cost on shop_orders (fleet_id, effective_at) include (vehicle_id, shop_id, custom_shop_name, total)
  where status in ('complete', 'paid', 'paid_in_shop', 'paid_deferred');
drop index manual_histories_cost;
create index manual_histories_cost on manual_maintenance_histories (fleet_id, date_of_completion)
  include (total, vehicle_id, shop_id, custom_shop_name) where deleted_at is null;

-- When the work of a line was done, copied from its order or entry; null while it does not count as cost.
alter table order_services add column done_at timestamptz;
alter table history_services add column done_on date;

create function line_of_order_added() returns trigger language plpgsql as $$
begin
  -- By the primary key alone: with its other conditions, a plan made while tables are small may read all orders of a fleet.
  new.done_at := (select case when o.status in ('complete', 'paid', 'paid_in_shop', 'paid_deferred') then o.effective_at end
    from shop_orders o where o.id = new.order_id);
  return new;
end $$;
create trigger done_at before insert on order_services for each row execute function line_of_order_added();

create function order_done() returns trigger language plpgsql as $$
begin
  update order_services r set done_at = case
    when new.status in ('complete', 'paid', 'paid_in_shop', 'paid_deferred') then new.effective_at end
  where r.order_id = new.id;
  return null;
end $$;
create trigger order_done after update on shop_orders for each row
  when ((new.status, new.effective_at) is distinct from (old.status, old.effective_at)) execute function order_done();

create function line_of_entry_added() returns trigger language plpgsql as $$
begin
  new.done_on := (select case when h.deleted_at is null then h.date_of_completion end
    from manual_maintenance_histories h where h.id = new.history_id);
  return new;
end $$;
create trigger done_on before insert on history_services for each row execute function line_of_entry_added();

create function entry_changed() returns trigger language plpgsql as $$
begin
  update history_services r set done_on = case when new.deleted_at is null then new.date_of_completion end
  where r.history_id = new.id;
  return null;
end $$;
create trigger entry_changed after update on manual_maintenance_histories for each row
  when ((new.date_of_completion, new.deleted_at) is distinct from (old.date_of_completion, old.deleted_at))
  execute function entry_changed();

-- Devices already have these rows: the backfill is no change for them.
alter table order_services disable trigger user;
update order_services r set done_at = o.effective_at from shop_orders o
where o.fleet_id = r.fleet_id and o.id = r.order_id and o.status in ('complete', 'paid', 'paid_in_shop', 'paid_deferred');
alter table order_services enable trigger user;
alter table history_services disable trigger user;
update history_services r set done_on = h.date_of_completion from manual_maintenance_histories h
where h.id = r.history_id and h.deleted_at is null;
alter table history_services enable trigger user;

create index order_services_cost on order_services (fleet_id, done_at) include (service_definition_id, total)
  where done_at is not null and status not in ('rejected', 'deleted');
create index history_services_cost on history_services (fleet_id, done_on) include (service_definition_id, price)
  where done_on is not null;
-- Department and class of all vehicles of a fleet, for reports: without the index they would be read from rows of the table.
create index vehicles_groups on vehicles (fleet_id, id) include (department_number, vehicle_type_id);
