import { cents } from '#domain/orders/prices.ts'
import type { Transaction } from '#server/db/database.ts'
import type { PaymentRow } from '#server/modules/money/payments/payment-types.ts'
import { paymentsRepository as payments } from '#server/modules/money/payments/payments.repository.ts'
import { heldAmounts } from '#server/modules/money/payments/refunds/held-amount.reads.ts'
import { refundOverpayment } from '#server/modules/money/payments/refunds/overpayment.ts'
import { refundsRepository as refunds } from '#server/modules/money/payments/refunds/refunds.repository.ts'
import { isMonthOwed, reopenMonth } from '#server/modules/money/subscriptions/subscriptions.service.ts'
import { lockOrderStatus } from '#server/modules/orders/orders/lifecycle/order-lifecycle.service.ts'
import { transitionOrder } from '#server/modules/orders/orders/lifecycle/order-transitions.ts'
import { Problem } from '#server/problem.ts'
import {
  gatewayNotificationsRepository as notifications,
  type SavedDispute,
} from './gateway-notifications.repository.ts'

// Reversals of captured payments by the bank, and their return.

/**
 * Rejects a reversal that arrives before the result of the capture is recorded. The gateway repeats the notification.
 * Errors: unavailable.
 */
export function requireRecordedCapture(row: PaymentRow): void {
  const isPending = row.status === 'requested' || row.status === 'unknown' || row.status === 'authorized'
  if (isPending && (row.is_claimed || row.next_action === 'capture'))
    throw new Problem('unavailable', { retryAfter: 10 })
}

/** Reverses a capture whose settlement was declined. Does nothing if it is not captured. Errors: unavailable. */
export async function declineSettlement(tx: Transaction, row: PaymentRow): Promise<void> {
  requireRecordedCapture(row)
  if (row.status !== 'captured') return
  await payments.logActivity(tx, row, 'settlement_declined', { amount: row.capture_amount ?? row.amount })
  await reverseCapture(tx, row, 'settlement_declined')
}

/** Reverses a capture: the bank took back the whole remaining amount. */
export async function reverseCapture(
  tx: Transaction,
  row: PaymentRow,
  kind: 'settlement_declined' | 'dispute_lost',
) {
  await payments.saveState(tx, row.id, { status: 'failed', reason: kind, waitSeconds: null })
  if (row.subscription_month !== null)
    await reopenMonth(tx, {
      fleetId: row.fleet_id,
      month: row.subscription_month,
      from: 'paid',
    })
  if (row.order_id === null) return
  const orderKey = { fleetId: row.fleet_id, id: row.order_id }
  if ((await lockOrderStatus(tx, orderKey)) === 'paid')
    await transitionOrder(tx, orderKey, 'payment_returned', { system: true }, {}, { note: kind })
}

/**
 * Handles the return of a lost dispute's amount. The payment counts again if the bank returned all that it had taken and
 * nothing has replaced it. Otherwise, the amount by which all payments of the order or month exceed what is owed is
 * refunded.
 */
export async function returnAmount(tx: Transaction, row: PaymentRow, dispute: SavedDispute): Promise<void> {
  if (dispute.taken_back === null) return
  if (dispute.taken_back === 'part') await refunds.book(tx, row.id, `-${dispute.amount}`)
  await notifications.markTakenBack(tx, dispute.id, null)
  const { fleet_id: fleetId, order_id: orderId, subscription_month: month } = row
  // Locks the order or month before it looks for other attempts: a charge that starts at the same time holds the lock,
  // and only a later statement sees its payment.
  const isOwed =
    orderId === null
      ? month !== null && (await isMonthOwed(tx, { fleetId, month }))
      : (await lockOrderStatus(tx, { fleetId, id: orderId })) === 'paid_deferred'
  const wasReversed = row.status === 'failed' && row.reason === 'dispute_lost'
  const isWhole = dispute.taken_back === 'whole' && !(await notifications.hasWholeLoss(tx, row.id))
  if (isOwed && wasReversed && isWhole && !(await payments.isReplaced(tx, row))) {
    await payments.saveState(tx, row.id, { status: 'captured', reason: null, waitSeconds: null })
    if (orderId !== null) await transitionOrder(tx, { fleetId, id: orderId }, 'pay', { system: true })
    else if (month !== null) await reopenMonth(tx, { fleetId, month, from: 'failed' })
  }
  await refundOverpayment(tx, row)
}

/**
 * Records that the bank took back what a reversed payment still held of an earlier dispute. Errors: unavailable while
 * the gateway may be executing its refund.
 */
export async function takeRest(tx: Transaction, row: PaymentRow, dispute: SavedDispute): Promise<void> {
  if (cents(await refunds.sent(tx, row.id)) > 0) throw new Problem('unavailable', { retryAfter: 10 })
  // `prepareRefund` decides about a refund that was not sent.
  if (cents(await refunds.pending(tx, row.id)) > 0) return
  if (cents(await heldAmounts.find(tx, row)) > 0) await notifications.markTakenBack(tx, dispute.id, 'whole')
}
