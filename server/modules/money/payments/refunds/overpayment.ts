import { cents, money } from '#domain/orders/prices.ts'
import type { Transaction } from '#server/db/database.ts'
import type { PaymentRow } from '#server/modules/money/payments/payment-types.ts'
import { lockMonth } from '#server/modules/money/subscriptions/subscriptions.service.ts'
import { lockOrderStatus } from '#server/modules/orders/orders/lifecycle/order-lifecycle.service.ts'
import { Problem } from '#server/problem.ts'
import { type HeldPayment, heldAmounts } from './held-amount.reads.ts'
import { refundsRepository as refunds } from './refunds.repository.ts'

/**
 * Returns what has to be refunded of a payment, because all payments together hold more than `owed`. What users refunded
 * is no longer owed.
 */
export function overpaidPart(paymentId: number, owed: string, payments: readonly HeldPayment[]): string {
  const sum = (amountOf: (payment: HeldPayment) => string) =>
    payments.reduce((total, payment) => total + cents(amountOf(payment)), 0)
  const excess = sum(({ held }) => held) - (cents(owed) - sum((payment) => payment.refunded_by_users))
  const held = cents(payments.find(({ id }) => id === paymentId)?.held ?? '0.00')
  return money(Math.max(0, Math.min(excess, held)))
}

/**
 * Refunds the excess that the payment holds after a dispute ended. The caller must have locked the payment. Locks its
 * order or month, because a payment or a change of the order at the same time changes the result. Errors: unavailable
 * while another refund of the payment is in progress.
 */
export async function refundOverpayment(tx: Transaction, payment: PaymentRow): Promise<void> {
  const { id: paymentId, fleet_id: fleetId, order_id: orderId, subscription_month: month } = payment
  if (orderId !== null) await lockOrderStatus(tx, { fleetId, id: orderId })
  else if (month !== null) await lockMonth(tx, { fleetId, month })
  const owed = await heldAmounts.owed(tx, payment)
  // Users decide about a payment that was captured although nothing was owed (TRX-028).
  if (owed === null && payment.status !== 'failed') return
  const amount = overpaidPart(paymentId, owed ?? '0.00', await heldAmounts.list(tx, payment))
  if (cents(amount) === 0) return
  if (cents(await refunds.pending(tx, paymentId)) > 0) throw new Problem('unavailable', { retryAfter: 10 })
  await refunds.insert(tx, { fleetId, paymentId, amount, reason: 'paid_again', userId: null })
}
