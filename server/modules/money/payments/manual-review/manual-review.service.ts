import type { PaymentProvider } from '#contract/money/payment.ts'
import type { Actor } from '#server/actor.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import { chargeSourceOf } from '#server/modules/money/payments/charge-source.ts'
import { isCapturable } from '#server/modules/money/payments/payment-need.reads.ts'
import { paymentsRepository as payments } from '#server/modules/money/payments/payments.repository.ts'
import type { PaymentRunner } from '#server/modules/money/payments/runner/payment-runner.ts'
import type { RefundRunner } from '#server/modules/money/payments/runner/refund-runner.ts'
import { lockOrderTotal } from '#server/modules/orders/orders/lifecycle/order-lifecycle.service.ts'
import { transitionOrder } from '#server/modules/orders/orders/lifecycle/order-transitions.ts'
import { Problem } from '#server/problem.ts'
import { insertCharge, lockInReview, releaseFirst } from './manual-charges.ts'
import { requestRefund } from './refund-request.ts'

interface Deps {
  db: Database
  runner: PaymentRunner
  refundRunner: RefundRunner
}

/** The rows that a write created. The gateway is called for them after the commit. */
export interface RecordedAction {
  order_id: number
  payment_id: number | null
  refund_id: number | null
}
type WriteResult = { body: RecordedAction; status: 201 | 200 }

const paymentRecorded = (orderId: number, paymentId: number | null): WriteResult => ({
  body: { order_id: orderId, payment_id: paymentId, refund_id: null },
  status: 200,
})

/**
 * Payment actions of users: refunds and the actions of manual review (ruling 28). Each write records the intent.
 * `carryOut` then calls the gateway; a job continues if the server is killed in between.
 */
export function manualReviewService(deps: Deps) {
  const { runner, refundRunner } = deps

  return {
    /** Records a refund. Errors: as `requestRefund`. */
    async refund(
      tx: Transaction,
      actor: Actor,
      input: { id: number; amount: string; reason: string },
    ): Promise<WriteResult> {
      const refundId = await requestRefund(tx, actor, input)
      return { body: { order_id: input.id, payment_id: null, refund_id: refundId }, status: 201 }
    },

    /** Captures the authorized amount again, or repeats the last charge. */
    async retry(tx: Transaction, actor: Actor, orderId: number): Promise<WriteResult> {
      const live = await lockInReview(tx, actor, orderId)
      const total = await lockOrderTotal(tx, { fleetId: actor.fleet.id, id: orderId })
      if (live && isCapturable(live, total)) {
        await payments.saveState(tx, live.id, { nextAction: 'capture', captureAmount: total, waitSeconds: 0 })
        return paymentRecorded(orderId, live.id)
      }
      const last = await payments.latestOf(tx, orderId)
      if (!last) throw new Problem('validation', { fields: { payment_provider: ['payment_provider'] } })
      // Validate first: do not release an authorization for a charge that will be rejected.
      const source = await sourceOf(tx, actor, last.provider, last.method_id)
      if (live) throw releaseFirst(deps, live)
      return paymentRecorded(orderId, await insertCharge(tx, actor, orderId, source))
    },

    /** Releases the authorized amount and charges another method. */
    async charge(
      tx: Transaction,
      actor: Actor,
      input: { id: number; payment_provider: PaymentProvider; payment_method_id?: number | undefined },
    ): Promise<WriteResult> {
      const live = await lockInReview(tx, actor, input.id)
      const source = await sourceOf(tx, actor, input.payment_provider, input.payment_method_id ?? null)
      if (live) throw releaseFirst(deps, live)
      return paymentRecorded(input.id, await insertCharge(tx, actor, input.id, source))
    },

    /** Releases the authorized amount. The order ends as paid at the shop; both logs get the reason. */
    async settleOutside(
      tx: Transaction,
      actor: Actor,
      { id, reason }: { id: number; reason: string },
    ): Promise<WriteResult> {
      const live = await lockInReview(tx, actor, id)
      if (live) throw releaseFirst(deps, live)
      const of = { fleetId: actor.fleet.id, id }
      const amount = await lockOrderTotal(tx, of)
      await payments.logSettledOutside(tx, { ...of, amount, userId: actor.userId, reason })
      const mover = { system: true, userId: actor.userId } as const
      await transitionOrder(tx, of, 'settle_outside', mover, {}, { note: reason })
      return paymentRecorded(id, null)
    },

    /** Calls the gateway for what was recorded: authorizes, then captures. The job retries what fails here. */
    async carryOut(fleetId: number, recorded: RecordedAction): Promise<void> {
      const { payment_id: paymentId, refund_id: refundId } = recorded
      if (refundId !== null) await refundRunner.advance({ id: refundId, fleet_id: fleetId })
      if (paymentId === null) return
      for (let step = 0; step < 2; step++) await runner.advance({ id: paymentId, fleet_id: fleetId })
    },
  }
}
export type ManualReviewService = ReturnType<typeof manualReviewService>

async function sourceOf(tx: Transaction, actor: Actor, provider: PaymentProvider, methodId: number | null) {
  const fleet = await payments.fleet(tx, actor.fleet.id)
  const of = { fleetId: actor.fleet.id, userId: actor.userId, fleet }
  return chargeSourceOf(tx, of, { provider, methodId })
}
