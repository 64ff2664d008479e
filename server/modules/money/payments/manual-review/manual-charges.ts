import { cents } from '#domain/orders/prices.ts'
import type { ChargeSource } from '#server/modules/money/payments/charge-source.ts'
import { orderPaymentsRepository as reads } from '#server/modules/money/payments/order-payments.repository.ts'
import {
  paymentRunning,
  paymentsRepository as payments,
} from '#server/modules/money/payments/payments.repository.ts'
import {
  lockOrderStatus,
  lockOrderTotal,
} from '#server/modules/orders/orders/lifecycle/order-lifecycle.service.ts'
import { findOrder } from '#server/modules/orders/orders/orders.service.ts'
import { Problem } from '#server/problem.ts'
import type { UseCase } from '#server/use-case.ts'

// The steps that the actions of manual review share.

/**
 * Locks an order in manual review and returns its live payment. Locks the payment before the order, as
 * `advancePayment` does. Errors: order_status, payment_running.
 */
export async function lockInReview({ tx, actor }: Pick<UseCase, 'tx' | 'actor'>, orderId: number) {
  await findOrder(tx, actor, orderId)
  const seen = await payments.liveOf(tx, orderId)
  const live = seen && (await payments.lock(tx, seen.id))
  const status = await lockOrderStatus(tx, { fleetId: actor.fleet.id, id: orderId })
  if (status !== 'paid_deferred') throw new Problem('order_status')
  // Another user may have started a charge while this one waited for the order.
  const current = await payments.liveOf(tx, orderId)
  if (current && current.id !== seen?.id) throw paymentRunning()
  if (live && live.status !== 'authorized') {
    if (live.status === 'requested' || live.status === 'unknown') throw paymentRunning()
    return undefined
  }
  if (live?.is_claimed) throw paymentRunning()
  return live
}

/** Locks the order and returns its amount due. */
export async function lockAmountDue(
  { tx, actor }: Pick<UseCase, 'tx' | 'actor'>,
  orderId: number,
): Promise<string> {
  await lockOrderTotal(tx, { fleetId: actor.fleet.id, id: orderId })
  return reads.amountDue(tx, orderId)
}

/** The same for a charge. Errors: order_status if earlier payments already hold all of it. */
export async function lockChargeableAmount(
  useCase: Pick<UseCase, 'tx' | 'actor'>,
  orderId: number,
): Promise<string> {
  const due = await lockAmountDue(useCase, orderId)
  if (cents(due) <= 0) throw new Problem('order_status')
  return due
}

/** Adds an attempt for the amount due. It is captured as soon as it is authorized. */
export async function startReviewCharge(
  { tx, actor }: Pick<UseCase, 'tx' | 'actor'>,
  orderId: number,
  source: ChargeSource,
): Promise<number> {
  const fleetId = actor.fleet.id
  const { currency } = await payments.fleet(tx, fleetId)
  const amount = await lockChargeableAmount({ tx, actor }, orderId)
  return payments.insert(tx, {
    fleetId,
    orderId,
    amount,
    currency,
    userId: actor.userId,
    requestKey: null,
    decision: null,
    ...source,
    waitSeconds: 0,
  })
}
