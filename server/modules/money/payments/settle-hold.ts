import { evaluateTransition } from '#domain/orders/order-rules.ts'
import type { Transaction } from '#server/db/database.ts'
import { lockOrderStatus } from '#server/modules/orders/orders/lifecycle/order-lifecycle.service.ts'
import { transitionOrder } from '#server/modules/orders/orders/lifecycle/order-transitions.ts'
import { accountOf } from './charge-source.ts'
import { failPayment, logOrderActivity, moveToReview } from './order-effects.ts'
import type { PaymentTimings } from './payment-timings.ts'
import type { GatewayResult, PaymentRow } from './payment-types.ts'
import { paymentsRepository as payments } from './payments.repository.ts'
import { receiptsRepository as receipts } from './receipts/receipts.repository.ts'

/** Records the gateway's result for the capture or the void of a held amount. */
export async function settleHold(
  tx: Transaction,
  timings: PaymentTimings,
  row: PaymentRow,
  result: GatewayResult,
): Promise<void> {
  // Another server has settled it while this one waited for the response.
  if (row.next_action === null) return
  if (result === 'no_response' || result === 'not_found') return scheduleRetry(tx, timings, row)
  const { status, reason } = result.transaction
  if (status === 'captured') return recordCapture(tx, timings, row)
  if (status === 'authorized') return scheduleRetry(tx, timings, row)
  if (status === 'voided' && row.next_action === 'void') {
    await payments.saveState(tx, row.id, { status: 'voided', nextAction: null, waitSeconds: null })
    await payments.logActivity(tx, row, 'voided')
    await logOrderActivity(tx, row, 'payment_voided')
    return
  }
  // It expired, or it was voided at the gateway.
  await payments.saveState(tx, row.id, { nextAction: null, waitSeconds: null })
  await failPayment(tx, row, reason ?? status, null)
  if (row.next_action === 'capture') await moveToReview(tx, row)
}

async function recordCapture(tx: Transaction, timings: PaymentTimings, row: PaymentRow): Promise<void> {
  const captureAmount = row.capture_amount ?? row.amount
  // The recorded capture is the charge (ruling 29), and the fleet may have corrected its number since the approval.
  const account = accountOf(await payments.fleet(tx, row.fleet_id), row.provider)
  await payments.saveState(tx, row.id, {
    status: 'captured',
    nextAction: null,
    captureAmount,
    ...(account !== null && { accountNumber: account }),
    waitSeconds: null,
  })
  // Only a gateway settles. The providers of fuel cards send their own statements.
  if (row.provider === 'Braintree') {
    await payments.scheduleSettlementCheck(tx, row.id, timings.settlementEverySeconds)
    await receipts.schedule(tx, row.id)
  }
  await payments.logActivity(tx, row, 'captured', { amount: captureAmount })
  await payOrder(tx, row, captureAmount)
}

/**
 * Marks the order as paid. An order that can no longer become paid keeps its status and logs the capture: the money was
 * taken, so the payment must be recorded in any case, and users can refund it (TRX-028).
 */
async function payOrder(tx: Transaction, row: PaymentRow, amount: string): Promise<void> {
  if (row.order_id === null) return
  const orderKey = { fleetId: row.fleet_id, id: row.order_id }
  const status = await lockOrderStatus(tx, orderKey)
  if (status && 'to' in evaluateTransition(status, 'pay', 'system'))
    await transitionOrder(tx, orderKey, 'pay', { system: true })
  else await logOrderActivity(tx, { ...row, amount }, 'payment_captured')
}

async function scheduleRetry(tx: Transaction, timings: PaymentTimings, row: PaymentRow): Promise<void> {
  if (row.next_action === 'void') {
    await payments.saveState(tx, row.id, { waitSeconds: Math.min(2 ** row.tries, 300) })
    return
  }
  const wait = timings.captureWaits[row.tries - 1]
  await payments.saveState(tx, row.id, { waitSeconds: wait ?? timings.captureEverySeconds })
  if (wait === undefined) await moveToReview(tx, row)
}
