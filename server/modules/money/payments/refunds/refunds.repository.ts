import type { Queryable, Transaction } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'
import { keyGeneration } from '#server/modules/money/payments/payments.repository.ts'

/** One refund of a captured payment, with the fields of that payment that the provider needs. */
export interface RefundRow {
  id: number
  fleet_id: number
  payment_id: number
  key: string
  amount: string
  reason: string
  requested_by: number | null
  status: 'requested' | 'refunded' | 'failed'
  /** Time of the last call to the gateway. */
  sent_at: string | null
  /** Age of `sent_at` by the clock of the database. */
  sent_seconds_ago: number | null
  tries: number
}

const COLUMNS = sql`r.id, r.fleet_id, r.payment_id, r.key, r.amount, r.reason, r.requested_by, r.status, r.sent_at, r.tries,
  extract(epoch from now() - r.sent_at)::float8 as sent_seconds_ago`

export const refundsRepository = {
  /** Adds a refund in `requested`. Violates the index payment_refunds_one_running while another one is in progress. */
  async insert(
    tx: Transaction,
    refund: { fleetId: number; paymentId: number; amount: string; reason: string; userId: number | null },
  ): Promise<number> {
    const [row] = await tx.query<{ id: number }>(sql`
      insert into payment_refunds (fleet_id, payment_id, key, amount, reason, requested_by, due_at)
      select ${refund.fleetId}, ${refund.paymentId}, 'refund-' || ${refund.paymentId}::bigint || '-' || n.attempt || ${keyGeneration},
        ${refund.amount}, ${refund.reason}, ${refund.userId}, now()
      from (select count(*) + 1 as attempt from payment_refunds where payment_id = ${refund.paymentId}) n
      returning id`)
    if (!row) throw new Error('No refund was inserted.')
    return row.id
  },

  /** Returns the amount of refunds in progress. */
  async pending(db: Queryable, paymentId: number): Promise<string> {
    const [row] = await db.query<{ sum: string }>(sql`
      select coalesce(sum(amount), 0.00) as sum from payment_refunds
      where payment_id = ${paymentId} and status = 'requested'`)
    return row?.sum ?? '0.00'
  },

  /** Returns the amount of refunds in progress that the gateway may have executed. */
  async sent(db: Queryable, paymentId: number): Promise<string> {
    const [row] = await db.query<{ sum: string }>(sql`
      select coalesce(sum(amount), 0.00) as sum from payment_refunds
      where payment_id = ${paymentId} and status = 'requested' and sent_at is not null`)
    return row?.sum ?? '0.00'
  },

  /** Returns whether the payment has an open dispute. */
  async isDisputed(db: Queryable, paymentId: number): Promise<boolean> {
    const open = await db.query(sql`
      select from payment_disputes where payment_id = ${paymentId} and status = 'open'`)
    return open.length > 0
  },

  /** Index: payment_refunds_due. */
  async due(db: Queryable, limit: number): Promise<{ id: number; fleet_id: number }[]> {
    return db.query(sql`
      select id, fleet_id from payment_refunds where due_at <= now() and coalesce(claimed_until, now()) <= now()
      order by due_at limit ${limit}`)
  },

  /** Claims a due refund; undefined if it is not due or another server has claimed it. */
  async claim(tx: Transaction, id: number, seconds: number): Promise<RefundRow | undefined> {
    const [row] = await tx.query<RefundRow>(sql`
      select ${COLUMNS} from payment_refunds r where r.id = ${id} and r.due_at is not null and r.status = 'requested'
        and coalesce(r.claimed_until, now()) <= now() for no key update skip locked`)
    if (!row) return undefined
    await tx.query(sql`
      update payment_refunds set claimed_until = now() + make_interval(secs => ${seconds}), tries = tries + 1
      where id = ${id}`)
    return row
  },

  /** Marks a refund as sent to the gateway, or as not sent. Lock the payment first. */
  async markSent(tx: Transaction, id: number, isSent: boolean): Promise<void> {
    await tx.query(sql`
      update payment_refunds set sent_at = case when ${isSent} then clock_timestamp() end where id = ${id}`)
  },

  async lock(tx: Transaction, id: number): Promise<RefundRow | undefined> {
    const [row] = await tx.query<RefundRow>(
      sql`select ${COLUMNS} from payment_refunds r where r.id = ${id} for no key update`,
    )
    return row
  },

  async wait(tx: Transaction, id: number, seconds: number): Promise<void> {
    await tx.query(sql`
      update payment_refunds set claimed_until = null, due_at = now() + make_interval(secs => ${seconds})
      where id = ${id}`)
  },

  async end(
    tx: Transaction,
    id: number,
    status: 'refunded' | 'failed',
    gatewayId: string | null,
  ): Promise<void> {
    await tx.query(sql`
      update payment_refunds set status = ${status}, gateway_id = ${gatewayId}, claimed_until = null, due_at = null
      where id = ${id}`)
  },

  /**
   * Adds a refund to its payment, which becomes `refunded` when the whole captured amount is refunded. A negative
   * amount reverses a booking.
   */
  async book(tx: Transaction, paymentId: number, amount: string): Promise<void> {
    await tx.query(sql`
      update payments set refunded_amount = refunded_amount + ${amount}::numeric,
        status = case when status not in ('captured', 'refunded') then status
          when refunded_amount + ${amount}::numeric = capture_amount then 'refunded' else 'captured' end
      where id = ${paymentId}`)
  },
}
