import type { Transaction } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'

/** Number of orders per platform fleet whose capture failed, so that manual review has content. */
const FAILED_PER_FLEET = 1

/**
 * Writes the payments of the demo orders: paid orders were authorized and captured, approved ones are authorized, and
 * the newest of each fleet is in manual review. The rows match those that the product writes, in the sandbox too, so
 * that a refund, capture or retry finds its transaction.
 */
export async function recordPayments(tx: Transaction): Promise<void> {
  await tx.query(sql`
    update shop_orders set status = 'paid_deferred' where id in (
      select id from (
        select o.id, row_number() over (partition by o.fleet_id order by o.appointment_datetime desc, o.id) as nth
        from shop_orders o join payment_methods m on m.fleet_id = o.fleet_id and m.is_default
        where o.status = 'paid') newest
      where nth <= ${FAILED_PER_FLEET})`)
  await tx.query(sql`
    insert into payments (fleet_id, order_id, attempt, key, provider, method_id, currency, amount, capture_amount, status,
      reason, gateway_id, sent_at, created_at, updated_at)
    select o.fleet_id, o.id, 1, 'order-' || o.id || '-1', 'Braintree', m.id,
      case f.country when 'CA' then 'CAD' else 'USD' end, o.total, case when o.status = 'approved' then null else o.total end,
      case o.status when 'paid' then 'captured' when 'approved' then 'authorized' else 'failed' end,
      case when o.status = 'paid_deferred' then 'voided' end, 'sandbox_demo_' || o.id,
      w.held_at, w.held_at, greatest(w.held_at, w.done_at)
    from shop_orders o join fleets f on f.id = o.fleet_id and f.pays_through_platform
      join payment_methods m on m.fleet_id = o.fleet_id and m.is_default
      cross join lateral (select coalesce(o.last_approval_date, o.appointment_datetime - interval '2 hours') as held_at,
        coalesce(o.completed_at, o.updated_at) as done_at) w
    where o.status in ('paid', 'paid_deferred', 'approved') and o.total > 0
    order by o.id`)
  await tx.query(sql`
    insert into card_sandbox.transactions (id, key, kind, token, amount, currency, status, created_at)
    select p.gateway_id, p.key, 'sale', m.token, p.amount, p.currency,
      case p.status when 'failed' then 'voided' else p.status end, p.created_at
    from payments p join payment_methods m on m.id = p.method_id`)
  await tx.query(sql`
    insert into payment_activities (fleet_id, payment_id, order_id, kind, amount, note, created_at)
    select p.fleet_id, p.id, p.order_id, k.kind, p.amount, case k.kind when 'failed' then p.reason end,
      case k.kind when 'authorized' then p.created_at else p.updated_at end
    from payments p cross join (values ('authorized', 1), ('captured', 2), ('failed', 2)) k(kind, nth)
    where k.kind in ('authorized', p.status)
    order by case k.kind when 'authorized' then p.created_at else p.updated_at end, p.id, k.nth`)
}
