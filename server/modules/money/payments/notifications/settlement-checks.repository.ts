import type { Queryable, Transaction } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'
import type { PaymentKey } from '#server/modules/money/payments/payment-types.ts'

/** Captured payments whose settlement is not final. `due_at` is the time of the next check; null: it is final. */
export const settlementChecksRepository = {
  /** Lists captured payments that are due for a check, of all fleets. Index: payments_due. */
  due(db: Queryable, limit: number): Promise<PaymentKey[]> {
    return db.query(sql`
      select id, fleet_id from payments where due_at <= now() and status = 'captured'
        and gateway_id is not null order by due_at limit ${limit}`)
  },

  /**
   * Schedules the next check, or none after `days`, and returns the gateway's id. Undefined: it is not due, or another
   * server checks it.
   */
  async claim(
    tx: Transaction,
    id: number,
    { everySeconds, days }: { everySeconds: number; days: number },
  ): Promise<string | undefined> {
    const [row] = await tx.query<{ gateway_id: string }>(sql`
      update payments p set due_at = case when c.captured_at > now() - make_interval(days => ${days})
        then now() + make_interval(secs => ${everySeconds}) end
      from (select max(created_at) as captured_at from payment_activities where payment_id = ${id} and kind = 'captured') c
      where p.id = ${id} and p.status = 'captured' and p.due_at <= now()
      returning p.gateway_id`)
    return row?.gateway_id
  },

  async markFinal(tx: Transaction, id: number): Promise<void> {
    await tx.query(sql`update payments set due_at = null where id = ${id} and status = 'captured'`)
  },
}
