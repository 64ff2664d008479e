import type { Queryable } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'
import type { PaymentRow } from '#server/modules/money/payments/payment-types.ts'

/** Joins that `HELD` and `refund.by_users` of payment `x` need. */
export const HELD_JOINS = sql`
  cross join lateral (
    select coalesce(sum(r.amount) filter (where r.requested_by is not null and r.status <> 'failed'), 0) as by_users,
      coalesce(sum(r.amount) filter (where r.status = 'requested'), 0) as running
    from payment_refunds r where r.payment_id = x.id) refund
  cross join lateral (
    select coalesce(sum(d.amount), 0) as back from payment_disputes d
    where d.payment_id = x.id and d.status = 'lost' and d.taken_back = 'whole') taken`

/**
 * What captured payment `x` holds: without its refunds and without what the bank took back. May be negative. A
 * lost dispute about a part counts among the refunds.
 */
export const HELD = sql`(x.capture_amount - x.refunded_amount - refund.running
  - case when x.status = 'failed' and x.reason = 'settlement_declined' then x.capture_amount else taken.back end)`

/** Condition: the bank reversed the captured payment `x`. */
export const IS_REVERSED = sql`(x.status = 'failed' and x.reason in ('settlement_declined', 'dispute_lost'))`

/** The amount due of month `m` of a subscription: without what its reversed payments still hold. */
export const MONTH_DUE = sql`(m.amount - coalesce((
  select sum(refund.by_users + ${HELD}) from payments x ${HELD_JOINS}
  where x.fleet_id = m.fleet_id and x.subscription_month = m.month and ${IS_REVERSED}), 0))::numeric(12, 2)`

/** One payment of an order or month. */
export interface HeldPayment {
  id: number
  /** Includes an attempt in progress, with the amount that it will hold. */
  held: string
  refunded_by_users: string
}

export const heldAmounts = {
  /**
   * Lists the payments of the same order or month that were captured or are in progress. Indexes: payments_attempt,
   * payments_subscription_attempt.
   */
  list(db: Queryable, payment: PaymentRow): Promise<HeldPayment[]> {
    return db.query<HeldPayment>(sql`
      select x.id, refund.by_users as refunded_by_users, case
        when x.status not in ('requested', 'unknown', 'authorized') then ${HELD}
        when x.next_action = 'void' then 0
        else coalesce(x.capture_amount, x.amount) end as held
      from payments x ${HELD_JOINS}
      where x.fleet_id = ${payment.fleet_id}
        and (x.order_id = ${payment.order_id} or x.subscription_month = ${payment.subscription_month}::date)
        and (x.status in ('requested', 'unknown', 'authorized', 'captured', 'refunded') or ${IS_REVERSED})`)
  },

  /** Returns what a captured payment holds, without its refunds in progress. May be negative. */
  async find(db: Queryable, payment: PaymentRow): Promise<string> {
    const [row] = await db.query<{ held: string }>(
      sql`select ${HELD} as held from payments x ${HELD_JOINS} where x.id = ${payment.id}`,
    )
    if (!row) throw new Error('There is no such payment.')
    return row.held
  },

  /**
   * Returns the amount owed for an order or month, minus what was paid outside the platform. Null: nothing is owed.
   */
  async owed(db: Queryable, { fleet_id, order_id, subscription_month }: PaymentRow): Promise<string | null> {
    const [row] = await db.query<{ owed: string | null }>(
      order_id === null
        ? sql`select amount as owed from subscription_months
            where fleet_id = ${fleet_id} and month = ${subscription_month}`
        : sql`select case
              when o.status in ('paid', 'paid_deferred') then o.total
              when o.status = 'paid_in_shop' then o.total - coalesce((
                select sum(a.amount) from payment_activities a
                where a.order_id = o.id and a.kind = 'settled_outside'), o.total) end as owed
            from shop_orders o where o.fleet_id = ${fleet_id} and o.id = ${order_id}`,
    )
    return row?.owed ?? null
  },
}
