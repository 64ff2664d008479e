import type { Queryable, Transaction } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'
import type { GatewayNotification } from '#server/integrations/card-gateway/notifications.ts'
import type { PaymentRow } from '#server/modules/money/payments/payment-types.ts'

type DisputeStatus = 'open' | 'won' | 'lost'

export interface SavedDispute {
  id: string
  /** The disputed amount. */
  amount: string
  /** Whether the bank took the whole remaining payment or a part of it; null: nothing. */
  taken_back: 'whole' | 'part' | null
  /** The status before this notification; null: this is the first one. */
  before: DisputeStatus | null
}

export const gatewayNotificationsRepository = {
  /** Records a notification. Returns false if it was recorded before. */
  async insertOnce(tx: Transaction, digest: Buffer, notification: GatewayNotification): Promise<boolean> {
    const rows = await tx.query(sql`
      insert into gateway_notifications (digest, type, transaction_id, sent_at)
      values (${digest}, ${notification.type.slice(0, 100)}, ${notification.transactionId}, ${notification.sentAt}) on conflict do nothing returning 1`)
    return rows.length > 0
  },

  /** Finds a payment by the gateway's transaction id. Index: payments_gateway_id. */
  async paymentOf(db: Queryable, gatewayId: string): Promise<number | undefined> {
    const [row] = await db.query<{ id: number }>(sql`
      select id from payments where gateway_id = ${gatewayId} and provider = 'Braintree' order by id desc limit 1`)
    return row?.id
  },

  /**
   * Records the status of a dispute and returns it, or undefined if the stored status is the same or newer. A repeated
   * status still advances the stored time, so a notification from between the two is ignored. Lock the payment first.
   */
  async saveDispute(
    tx: Transaction,
    payment: PaymentRow,
    dispute: { id: string; amount: string; reason: string | null; status: DisputeStatus; notifiedAt: Date },
  ): Promise<SavedDispute | undefined> {
    const [row] = await tx.query<SavedDispute>(sql`
      with before as (select status from payment_disputes where id = ${dispute.id})
      insert into payment_disputes as d (id, fleet_id, payment_id, order_id, status, amount, reason, told_at, opened_at)
      values (${dispute.id}, ${payment.fleet_id}, ${payment.id}, ${payment.order_id}, ${dispute.status}, ${dispute.amount},
        ${dispute.reason}, ${dispute.notifiedAt}, ${dispute.notifiedAt})
      on conflict (id) do update set status = excluded.status, told_at = excluded.told_at
        where d.payment_id = excluded.payment_id and d.told_at <= excluded.told_at and excluded.status <> 'open'
      returning d.id, d.amount, d.taken_back, (select status from before) as before`)
    return row && row.before !== dispute.status ? row : undefined
  },

  /** Records how the lost dispute changed its payment; null: nothing, or it was undone. */
  async markTakenBack(tx: Transaction, id: string, what: SavedDispute['taken_back']): Promise<void> {
    await tx.query(sql`update payment_disputes set taken_back = ${what} where id = ${id}`)
  },

  /**
   * Returns the id of a lost dispute whose effect is not recorded, because a refund was in progress, if there is one.
   * Index: payment_disputes_payment.
   */
  async unrecordedLossId(db: Queryable, paymentId: number): Promise<string | undefined> {
    const [row] = await db.query<{ id: string }>(sql`
      select id from payment_disputes
      where payment_id = ${paymentId} and status = 'lost' and taken_back is null limit 1`)
    return row?.id
  },

  /** Returns whether a lost dispute holds back the rest of the payment. Index: payment_disputes_payment. */
  async hasWholeLoss(db: Queryable, paymentId: number): Promise<boolean> {
    const rows = await db.query(sql`
      select 1 from payment_disputes
      where payment_id = ${paymentId} and status = 'lost' and taken_back = 'whole' limit 1`)
    return rows.length > 0
  },

  /** Returns whether the payment has an open dispute. Index: payment_disputes_payment. */
  async isDisputed(db: Queryable, paymentId: number): Promise<boolean> {
    const rows = await db.query(
      sql`select 1 from payment_disputes where payment_id = ${paymentId} and status = 'open'`,
    )
    return rows.length > 0
  },

  /** Returns the amount of the open disputes of a payment; null: there are none. Index: payment_disputes_payment. */
  async openDisputeAmount(db: Queryable, paymentId: number): Promise<string | null> {
    const [row] = await db.query<{ amount: string | null }>(
      sql`select sum(amount) as amount from payment_disputes where payment_id = ${paymentId} and status = 'open'`,
    )
    return row?.amount ?? null
  },

  async deleteOld(db: Queryable): Promise<void> {
    await db.query(sql`delete from gateway_notifications where received_at < now() - interval '400 days'`)
  },
}
