import { cents } from '#domain/orders/prices.ts'
import type { Transaction } from '#server/db/database.ts'
import { approveOrder, quoteApproval } from '#server/modules/orders/orders/lifecycle/approval-transitions.ts'
import { Problem } from '#server/problem.ts'
import type { GatewayResult, PaymentRow } from '../payment-types.ts'
import { paymentsRepository as payments } from '../payments.repository.ts'
import { failPayment, logOrderActivity, requestManualApproval } from './order-effects.ts'
import type { PaymentTimings } from './payment-timings.ts'

interface Deps {
  clock: () => Date
  timings: PaymentTimings
}

/** Records the gateway's results for attempts that are not authorized. */
export function chargeResults({ clock, timings }: Deps) {
  /**
   * Records the authorization and approves the order in the same transaction. Releases the amount if the approval
   * fails.
   */
  async function authorize(tx: Transaction, row: PaymentRow, gatewayId: string): Promise<Problem | null> {
    await payments.saveState(tx, row.id, { status: 'authorized', gatewayId, waitSeconds: null })
    await payments.logActivity(tx, row, 'authorized', { userId: row.requested_by })
    const { order_id: orderId, decision } = row
    if (orderId === null || decision === null) {
      const captureAmount = row.amount
      await payments.saveState(tx, row.id, { nextAction: 'capture', captureAmount, waitSeconds: 0 })
      return null
    }
    const of = { fleetId: row.fleet_id, orderId, userId: row.requested_by, decision }
    try {
      await tx.attempt(async () => {
        const { total } = await quoteApproval(tx, of)
        if (cents(total) > cents(row.amount)) throw new Problem('stale')
        await logOrderActivity(tx, row, 'payment_authorized')
        await approveOrder({ tx, clock }, of)
      })
      return null
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      await payments.saveState(tx, row.id, { nextAction: 'void', waitSeconds: 0 })
      await requestManualApproval(tx, row)
      return error
    }
  }

  /** Returns the reason if an authorized order could not be approved. */
  return async function applyChargeResult(
    tx: Transaction,
    row: PaymentRow,
    result: GatewayResult,
  ): Promise<Problem | null> {
    const wait = timings.searchEverySeconds
    if (result === 'no_response') {
      await payments.saveState(tx, row.id, { status: 'unknown', waitSeconds: wait })
      return null
    }
    if (result === 'not_found') {
      const sentMs = Date.parse(row.sent_at ?? row.created_at)
      if (Date.now() - sentMs < timings.searchSeconds * 1000)
        await payments.saveState(tx, row.id, { status: 'unknown', waitSeconds: wait })
      else await failPayment(tx, row, 'not_found', wait)
      return null
    }
    const { transaction } = result
    if (transaction.status === 'authorized' || transaction.status === 'captured')
      return authorize(tx, row, transaction.id)
    const reason = transaction.reason ?? transaction.status
    // A request that the gateway rejected has no transaction.
    const gateway = transaction.id === '' ? {} : { gatewayId: transaction.id }
    await payments.saveState(tx, row.id, { status: 'declined', ...gateway, reason, waitSeconds: null })
    await payments.logActivity(tx, row, 'declined', { userId: row.requested_by, note: reason })
    await logOrderActivity(tx, row, 'payment_declined', reason)
    await requestManualApproval(tx, row)
    return null
  }
}
