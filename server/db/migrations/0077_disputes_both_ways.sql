-- A dispute that was lost can still be won: the bank then returns the amount. So each dispute keeps what its loss did to the
-- payment: all that was left was taken back, or a part of it.
alter table payment_disputes add column taken_back text check (taken_back in ('whole', 'part'));
update payment_disputes d set taken_back = case when p.status = 'failed' and p.reason = 'dispute_lost' then 'whole' else 'part' end
from payments p where p.id = d.payment_id and d.status = 'lost';

create or replace function check_payment_status() returns trigger language plpgsql as $$
begin
  if new.status <> old.status and not (old.status || ' ' || new.status) = any (array[
    'requested authorized', 'requested declined', 'requested unknown', 'requested failed',
    'unknown authorized', 'unknown declined', 'unknown failed',
    'authorized captured', 'authorized voided', 'authorized failed',
    'captured refunded', 'captured failed'])
    -- The bank took the amount back after a dispute, and has returned it.
    and not (old.status = 'failed' and old.reason = 'dispute_lost' and new.status = 'captured')
    and not (old.status = 'refunded' and new.status = 'captured' and new.refunded_amount < old.refunded_amount) then
    raise exception 'A payment cannot go from % to %', old.status, new.status;
  end if;
  if (new.key, new.amount, new.order_id, new.subscription_month, new.fleet_id, new.method_id)
    is distinct from (old.key, old.amount, old.order_id, old.subscription_month, old.fleet_id, old.method_id) then
    raise exception 'A payment keeps its key, amount and payer';
  end if;
  new.updated_at := now();
  return new;
end $$;

-- What an earlier approval holds is read from the payment itself. A second copy on the order could be out of date.
alter table shop_orders drop column previous_payments;
