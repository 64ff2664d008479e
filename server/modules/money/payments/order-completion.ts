import { cents } from '#domain/orders/prices.ts'
import type { Transaction } from '#server/db/database.ts'
import type { OrderLifecycleService } from '#server/modules/orders/orders/lifecycle/order-lifecycle.service.ts'
import type { PaymentsRepository } from './payments.repository.ts'

/** Payment on completion of an order (ruling 28). A job calls the gateway after the commit. */
export function orderCompletion({
  payments,
  lifecycle,
}: {
  payments: PaymentsRepository
  lifecycle: OrderLifecycleService
}) {
  return {
    /** Schedules the capture for completed work, or ends the order in another way (ruling 28). */
    async captureForCompletion(tx: Transaction, of: { fleetId: number; id: number }): Promise<void> {
      const fleet = await payments.fleet(tx, of.fleetId)
      const total = await lifecycle.totalOf(tx, of)
      const live = await payments.liveOf(tx, of.id)
      const isFree = cents(total) === 0
      // Nothing will be captured, so release the authorization.
      if (live?.status === 'authorized' && (isFree || !fleet.pays_through_platform))
        await payments.saveState(tx, live.id, { nextAction: 'void', waitSeconds: 0 })
      if (!fleet.pays_through_platform) {
        await lifecycle.transition(tx, of, 'pay_in_shop', { system: true })
        return
      }
      if (isFree) {
        await lifecycle.transition(tx, of, 'pay', { system: true })
        return
      }
      const isHeld = live?.status === 'authorized' && live.next_action === null
      if (!isHeld || cents(live.amount) < cents(total)) {
        await lifecycle.transition(tx, of, 'defer_payment', { system: true })
        return
      }
      await payments.saveState(tx, live.id, { nextAction: 'capture', captureAmount: total, waitSeconds: 0 })
    },
  }
}
export type OrderCompletion = ReturnType<typeof orderCompletion>
