import { cents } from '#domain/orders/prices.ts'
import type { Transaction } from '#server/db/database.ts'
import type { OrderLifecycleService } from '../../orders/orders/order-lifecycle.service.ts'
import type { PaymentsRepository } from './payments.repository.ts'

/** What completing an order means for its money (ruling 28). The gateway is called after the commit, by the job. */
export function orderCompletion({
  payments,
  lifecycle,
}: {
  payments: PaymentsRepository
  lifecycle: OrderLifecycleService
}) {
  return {
    /** The work is done: has its amount captured, or says how else the order ends (ruling 28). */
    async captureForCompletion(tx: Transaction, of: { fleetId: number; id: number }): Promise<void> {
      const fleet = await payments.fleet(tx, of.fleetId)
      const total = await lifecycle.totalOf(tx, of)
      const live = await payments.liveOf(tx, of.id)
      const isFree = cents(total) === 0
      // Nothing will be captured: what is held goes back.
      if (live?.status === 'authorized' && (isFree || !fleet.pays_through_platform))
        await payments.saveState(tx, live.id, { nextAction: 'void', waitSeconds: 0 })
      if (!fleet.pays_through_platform) {
        await lifecycle.move(tx, of, 'pay_in_shop', { system: true })
        return
      }
      if (isFree) {
        await lifecycle.move(tx, of, 'pay', { system: true })
        return
      }
      const isHeld = live?.status === 'authorized' && live.next_action === null
      if (!isHeld || cents(live.amount) < cents(total)) {
        await lifecycle.move(tx, of, 'defer_payment', { system: true })
        return
      }
      await payments.saveState(tx, live.id, { nextAction: 'capture', captureAmount: total, waitSeconds: 0 })
    },
  }
}
export type OrderCompletion = ReturnType<typeof orderCompletion>
