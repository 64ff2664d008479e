import type { Actor } from '#server/actor.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import { isUniqueViolation } from '#server/db/unique-violation.ts'
import { ExternalCallNeeded } from '#server/external-call.ts'
import type { ChargeSource } from '#server/modules/money/payments/charge-source.ts'
import type { PaymentRow } from '#server/modules/money/payments/payment-types.ts'
import { paymentsRepository as payments } from '#server/modules/money/payments/payments.repository.ts'
import type { PaymentRunner } from '#server/modules/money/payments/runner/payment-runner.ts'
import {
  lockOrderStatus,
  lockOrderTotal,
} from '#server/modules/orders/orders/lifecycle/order-lifecycle.service.ts'
import { findOrder } from '#server/modules/orders/orders/orders.service.ts'
import { Problem } from '#server/problem.ts'

// The steps that the actions of manual review share.

export const paymentRunning = () => new Problem('payment_running', { retryAfter: 10 })

/**
 * Locks an order in manual review and returns its live payment. Locks the payment before the order, as the runner
 * does.
 */
export async function lockInReview(tx: Transaction, actor: Actor, orderId: number) {
  await findOrder(tx, actor, orderId)
  const seen = await payments.liveOf(tx, orderId)
  const live = seen && (await payments.lock(tx, seen.id))
  const status = await lockOrderStatus(tx, { fleetId: actor.fleet.id, id: orderId })
  if (status !== 'paid_deferred') throw new Problem('order_status')
  if (live && live.status !== 'authorized') {
    if (live.status === 'requested' || live.status === 'unknown') throw paymentRunning()
    return undefined
  }
  if (live?.is_claimed) throw paymentRunning()
  return live
}

/** Requests the release of the authorized amount. The write that needs it runs again afterwards. */
export function releaseFirst(
  { db, runner }: { db: Database; runner: PaymentRunner },
  live: PaymentRow,
): ExternalCallNeeded {
  return new ExternalCallNeeded({
    async make() {
      await db.tenant(live.fleet_id, async (tx) => {
        const row = await payments.lock(tx, live.id)
        if (row?.status === 'authorized' && !row.is_claimed)
          await payments.saveState(tx, live.id, { nextAction: 'void', waitSeconds: 0 })
      })
      await runner.advance(live)
      const row = await payments.find(db, live.id)
      if (row?.status === 'authorized') throw new Problem('unavailable', { retryAfter: 10 })
    },
    discard: async () => {},
    isRecorded: () => true,
  })
}

/** Adds an attempt for the whole total. It is captured as soon as it is authorized. */
export async function insertCharge(
  tx: Transaction,
  actor: Actor,
  orderId: number,
  source: ChargeSource,
): Promise<number> {
  const fleetId = actor.fleet.id
  const { currency } = await payments.fleet(tx, fleetId)
  const amount = await lockOrderTotal(tx, { fleetId, id: orderId })
  try {
    return await tx.attempt(() =>
      payments.insert(tx, {
        ...{ fleetId, orderId, amount, currency, userId: actor.userId, requestKey: null, decision: null },
        ...source,
        waitSeconds: 0,
      }),
    )
  } catch (error) {
    if (isUniqueViolation(error, 'payments_one_live')) throw paymentRunning()
    throw error
  }
}
