import type { Country } from '#contract/core/fields.ts'
import type { Order } from '#contract/orders/order.ts'
import type { RejectionReason } from '#domain/orders/order-rules.ts'
import { amountOf, type DecisionDraft, rejectableLines, remainingOf } from './decision.ts'
import type { ChosenPayment } from './payment-choice.ts'

/** Rejects every line that can be rejected, for one reason. */
export const rejectedBy = (order: Order, reason: RejectionReason): Pick<DecisionDraft, 'rejected'> => ({
  rejected: Object.fromEntries(rejectableLines(order).map(({ id }) => [id, reason])),
})

/**
 * Computes the amount of rejecting everything, and whether it requires a payment. If the amount is unknown, lines with an
 * earlier price remain; an earlier authorization covers them.
 */
export function rejectionOf(order: Order, payment: ChosenPayment, country: Country) {
  const { total, beforeTax } = amountOf(order, rejectedBy(order, 'other'), country)
  const remaining = remainingOf(order, total)
  const isHeld = order.check_payment_method_of_previous_transaction !== null
  const isDue = remaining === null ? !isHeld : remaining > 0
  return { total, beforeTax, isPaid: payment.isNeeded && isDue }
}
