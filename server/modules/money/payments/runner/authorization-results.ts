import type { Transaction } from '#server/db/database.ts'
import { transitionOrder } from '#server/modules/orders/orders/lifecycle/order-transitions.ts'
import type { GatewayResult, PaymentRow } from '../payment-types.ts'
import { paymentsRepository as payments } from '../payments.repository.ts'
import { failPayment, logOrderActivity, moveToReview } from './order-effects.ts'
import type { PaymentTimings } from './payment-timings.ts'

interface Deps {
  timings: PaymentTimings
}

/** Records the gateway's results for authorized payments: captures and voids. */
export function authorizationResults({ timings }: Deps) {
  async function capture(tx: Transaction, row: PaymentRow): Promise<void> {
    const captureAmount = row.capture_amount ?? row.amount
    await payments.saveState(tx, row.id, {
      status: 'captured',
      nextAction: null,
      captureAmount,
      waitSeconds: null,
    })
    await payments.logActivity(tx, row, 'captured', { amount: captureAmount })
    if (row.order_id !== null)
      await transitionOrder(tx, { fleetId: row.fleet_id, id: row.order_id }, 'pay', { system: true })
  }

  async function scheduleRetry(tx: Transaction, row: PaymentRow): Promise<void> {
    if (row.next_action === 'void') {
      await payments.saveState(tx, row.id, { waitSeconds: Math.min(2 ** row.tries, 300) })
      return
    }
    const wait = timings.captureWaits[row.tries - 1]
    await payments.saveState(tx, row.id, { waitSeconds: wait ?? timings.captureEverySeconds })
    if (wait === undefined) await moveToReview(tx, row)
  }

  return async function applyAuthorizedResult(
    tx: Transaction,
    row: PaymentRow,
    result: GatewayResult,
  ): Promise<null> {
    if (result === 'no_response' || result === 'not_found') {
      await scheduleRetry(tx, row)
      return null
    }
    const { status, reason } = result.transaction
    if (status === 'captured') await capture(tx, row)
    else if (status === 'voided' && row.next_action === 'void') {
      await payments.saveState(tx, row.id, { status: 'voided', nextAction: null, waitSeconds: null })
      await payments.logActivity(tx, row, 'voided')
      await logOrderActivity(tx, row, 'payment_voided')
    } else if (status === 'authorized') await scheduleRetry(tx, row)
    else {
      // It expired, or it was voided at the gateway.
      await payments.saveState(tx, row.id, { nextAction: null, waitSeconds: null })
      await failPayment(tx, row, reason ?? status, null)
      if (row.next_action === 'capture') await moveToReview(tx, row)
    }
    return null
  }
}
