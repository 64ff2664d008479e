import { approvePaidOrder } from '#server/modules/orders/orders/lifecycle/evaluate-approval.ts'
import { Problem } from '#server/problem.ts'
import type { UseCase } from '#server/use-case.ts'
import { failPayment, logOrderActivity, requestManualApproval } from './order-effects.ts'
import type { PaymentTimings } from './payment-timings.ts'
import type { GatewayResult, PaymentRow } from './payment-types.ts'
import { paymentsRepository as payments } from './payments.repository.ts'

/**
 * Records the gateway's result for an attempt in `requested` or `unknown`. Returns the reason if the amount was
 * authorized but the order could not be approved.
 */
export async function settleCharge(
  { tx, clock }: Pick<UseCase, 'tx' | 'clock'>,
  timings: PaymentTimings,
  row: PaymentRow,
  result: GatewayResult,
): Promise<Problem | null> {
  const wait = timings.searchEverySeconds
  if (result === 'no_response') {
    await payments.saveState(tx, row.id, { status: 'unknown', waitSeconds: wait })
    return null
  }
  if (result === 'not_found') {
    if (row.sent_seconds_ago < timings.searchSeconds)
      await payments.saveState(tx, row.id, { status: 'unknown', waitSeconds: wait })
    else await failPayment(tx, row, 'not_found', wait)
    return null
  }
  const { transaction } = result
  if (transaction.status === 'authorized' || transaction.status === 'captured')
    return recordAuthorization({ tx, clock }, row, transaction.id)
  const reason = transaction.reason ?? transaction.status
  // A request that the gateway rejected has no transaction.
  const gateway = transaction.id === '' ? {} : { gatewayId: transaction.id }
  await payments.saveState(tx, row.id, { status: 'declined', ...gateway, reason, waitSeconds: null })
  await payments.logActivity(tx, row, 'declined', { userId: row.requested_by, note: reason })
  await logOrderActivity(tx, row, 'payment_declined', reason)
  await requestManualApproval(tx, row)
  return null
}

/** Records the authorization and approves the order in the same transaction. Releases the amount if that fails. */
async function recordAuthorization(
  { tx, clock }: Pick<UseCase, 'tx' | 'clock'>,
  row: PaymentRow,
  gatewayId: string,
): Promise<Problem | null> {
  await payments.saveState(tx, row.id, { status: 'authorized', gatewayId, waitSeconds: null })
  await payments.logActivity(tx, row, 'authorized', { userId: row.requested_by })
  const { order_id: orderId, decision } = row
  if (orderId === null || decision === null) {
    const captureAmount = row.amount
    await payments.saveState(tx, row.id, { nextAction: 'capture', captureAmount, waitSeconds: 0 })
    return null
  }
  const approval = { fleetId: row.fleet_id, orderId, userId: row.requested_by, decision }
  try {
    await tx.attempt(async () => {
      await logOrderActivity(tx, row, 'payment_authorized')
      await approvePaidOrder({ tx, clock }, approval, row.amount)
    })
    return null
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    await payments.saveState(tx, row.id, { nextAction: 'void', waitSeconds: 0 })
    await requestManualApproval(tx, row)
    return error
  }
}
