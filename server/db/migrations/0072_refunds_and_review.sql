-- Acts of people on payments: refunds, and orders in manual review.

-- An order that was completed without any attempt to charge can be settled outside of the platform.
alter table payment_activities
  alter column payment_id drop not null,
  add constraint payment_activities_subject check (payment_id is not null or (kind = 'settled_outside' and order_id is not null)),
  add foreign key (fleet_id, order_id) references shop_orders (fleet_id, id);
create index payment_activities_order on payment_activities (order_id, id);

-- The refund keeps what it is: only its state moves on, and only forward.
create function check_refund_status() returns trigger language plpgsql as $$
begin
  if new.status <> old.status and old.status <> 'requested' then
    raise exception 'A refund cannot go from % to %', old.status, new.status;
  end if;
  if (new.key, new.amount, new.payment_id, new.fleet_id, new.reason)
    is distinct from (old.key, old.amount, old.payment_id, old.fleet_id, old.reason) then
    raise exception 'A refund keeps its key, amount and payment';
  end if;
  return new;
end $$;
create trigger check_refund_status before update on payment_refunds for each row execute function check_refund_status();
create index payment_refunds_payment on payment_refunds (payment_id, id);

-- Orders in manual review, for the list of them.
create index shop_orders_in_review on shop_orders (fleet_id, updated_at) where status = 'paid_deferred';
