import { cents } from '#contract/orders/prices.ts'
import type { Transaction } from '#server/db/database.ts'
import type { OrderLifeService } from '../../orders/orders/order-life.service.ts'
import type { PaymentsRepository } from './payments.repository.ts'

/** What completing an order means for its money (ruling 28). The gateway is called after the commit, by the job. */
export function orderCompletion({
  payments,
  life,
}: {
  payments: PaymentsRepository
  life: OrderLifeService
}) {
  return {
    /** The work is done: has its amount captured, or says how else the order ends (ruling 28). */
    async captureForCompletion(tx: Transaction, of: { fleetId: number; id: number }): Promise<void> {
      const fleet = await payments.fleet(tx, of.fleetId)
      const total = await life.totalOf(tx, of)
      if (!fleet.pays_through_platform) {
        await life.move(tx, of, 'pay_in_shop', { system: true })
        return
      }
      if (cents(total) === 0) {
        await life.move(tx, of, 'pay', { system: true })
        return
      }
      const live = await payments.liveOf(tx, of.id)
      if (live?.status !== 'authorized' || cents(live.amount) < cents(total)) {
        await life.move(tx, of, 'defer_payment', { system: true })
        return
      }
      await payments.settle(tx, live.id, { nextAction: 'capture', captureAmount: total, waitSeconds: 0 })
    },

    /** What is held for an order, for the page of an order whose final amount is higher. */
    async heldFor(tx: Transaction, orderId: number): Promise<string> {
      const live = await payments.liveOf(tx, orderId)
      return live?.status === 'authorized' ? live.amount : '0.00'
    },

    setPreviousPayments: payments.setPreviousPayments,
  }
}
export type OrderCompletion = ReturnType<typeof orderCompletion>
