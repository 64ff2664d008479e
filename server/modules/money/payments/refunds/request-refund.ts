import { cents } from '#domain/orders/prices.ts'
import { readRefundable } from '#server/modules/money/payments/order-payments.service.ts'
import {
  paymentRunning,
  paymentsRepository as payments,
} from '#server/modules/money/payments/payments.repository.ts'
import { findOrder } from '#server/modules/orders/orders/orders.service.ts'
import { Problem } from '#server/problem.ts'
import type { UseCase } from '#server/use-case.ts'
import { refundsRepository as refunds } from './refunds.repository.ts'

/**
 * Records a refund and returns its id. Errors: not_found, order_status, payment_running, payment_disputed, validation
 * (`amount`).
 */
export async function requestRefund(
  { tx, actor }: Pick<UseCase, 'tx' | 'actor'>,
  { id: orderId, amount, reason }: { id: number; amount: string; reason: string },
): Promise<number> {
  await findOrder(tx, actor, orderId)
  const seen = await payments.capturedOf(tx, orderId)
  if (!seen) throw new Problem('order_status')
  await payments.lock(tx, seen.id)
  const { captured, pending, refundable, isDisputed } = await readRefundable(tx, orderId)
  if (!captured) throw new Problem('order_status')
  if (pending > 0) throw paymentRunning()
  if (isDisputed) throw new Problem('payment_disputed')
  if (cents(amount) === 0 || cents(amount) > cents(refundable))
    throw new Problem('validation', { fields: { amount: ['refund_amount'] } })
  return refunds.insert(tx, {
    fleetId: actor.fleet.id,
    paymentId: captured.id,
    amount,
    reason,
    userId: actor.userId,
  })
}
