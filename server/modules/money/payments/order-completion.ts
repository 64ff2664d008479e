import { cents } from '#domain/orders/prices.ts'
import type { Transaction } from '#server/db/database.ts'
import { lockOrderTotal } from '#server/modules/orders/orders/lifecycle/order-lifecycle.service.ts'
import { transitionOrder } from '#server/modules/orders/orders/lifecycle/order-transitions.ts'
import { paymentsRepository as payments } from './payments.repository.ts'

/**
 * Schedules the capture for completed work, or ends the order in another way (ruling 28). A job calls the gateway after
 * the commit.
 */
export async function captureForCompletion(
  tx: Transaction,
  orderKey: { fleetId: number; id: number },
): Promise<void> {
  const fleet = await payments.fleet(tx, orderKey.fleetId)
  const total = await lockOrderTotal(tx, orderKey)
  const live = await payments.liveOf(tx, orderKey.id)
  const isFree = cents(total) === 0
  // Nothing will be captured, so release the authorization.
  if (live?.status === 'authorized' && (isFree || !fleet.pays_through_platform))
    await payments.saveState(tx, live.id, { nextAction: 'void', waitSeconds: 0 })
  if (!fleet.pays_through_platform) {
    await transitionOrder(tx, orderKey, 'pay_in_shop', { system: true })
    return
  }
  if (isFree) {
    await transitionOrder(tx, orderKey, 'pay', { system: true })
    return
  }
  const isHeld = live?.status === 'authorized' && live.next_action === null
  if (!isHeld || cents(live.amount) < cents(total)) {
    await transitionOrder(tx, orderKey, 'defer_payment', { system: true })
    return
  }
  await payments.saveState(tx, live.id, { nextAction: 'capture', captureAmount: total, waitSeconds: 0 })
}
