import type { Country } from '#contract/core/fields.ts'
import type { Order } from '#contract/orders/order.ts'
import type { RejectionReason } from '#domain/orders/order-rules.ts'
import { amountOf, type DecisionDraft, rejectableLines } from './decision.ts'
import { paymentOf } from './payment-choice.ts'

/** Rejects every line that can be rejected, for one reason. */
export const rejectedBy = (order: Order, reason: RejectionReason): Pick<DecisionDraft, 'rejected'> => ({
  rejected: Object.fromEntries(rejectableLines(order).map(({ id }) => [id, reason])),
})

/**
 * Computes the amount of rejecting everything, and how it is paid: lines with an earlier price remain, and may no longer
 * be authorized.
 */
export function rejectionOf(
  order: Order,
  { provider, methodId }: Pick<DecisionDraft, 'provider' | 'methodId'>,
  country: Country,
) {
  const { rejected } = rejectedBy(order, 'other')
  const { total, beforeTax } = amountOf(order, { rejected }, country)
  return { total, beforeTax, payment: paymentOf(order, { provider, methodId, rejected }, total) }
}
