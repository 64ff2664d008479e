import type { Queryable, Transaction } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'
import type { PaymentKey } from '#server/modules/money/payments/payment-types.ts'

/**
 * Captured payments whose settlement is not final. `settlement_check_at` is the time of the next check; null: now, because
 * an older server captured; infinity: the settlement is final.
 */
export const settlementChecksRepository = {
  /** Lists captured payments that are due for a check, of all fleets. Index: payments_settlement_check. */
  due(db: Queryable, limit: number): Promise<PaymentKey[]> {
    return db.query(sql`
      select id, fleet_id from payments
      where status = 'captured' and provider = 'Braintree'
        and settlement_check_at is distinct from 'infinity'::timestamptz
        and coalesce(settlement_check_at, now()) <= now() and gateway_id is not null
      order by settlement_check_at nulls first limit ${limit}`)
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
      update payments p set settlement_check_at = case when c.captured_at > now() - make_interval(days => ${days})
        then now() + make_interval(secs => ${everySeconds}) else 'infinity' end
      from (select max(created_at) as captured_at from payment_activities where payment_id = ${id} and kind = 'captured') c
      where p.id = ${id} and p.status = 'captured' and coalesce(p.settlement_check_at, now()) <= now()
      returning p.gateway_id`)
    return row?.gateway_id
  },

  async markFinal(tx: Transaction, id: number): Promise<void> {
    await tx.query(sql`update payments set settlement_check_at = 'infinity' where id = ${id}`)
  },
}
