import { missingAccountCode, type PaymentProvider } from '#contract/money/payments.ts'
import { cents } from '#domain/orders/prices.ts'
import type { Actor } from '#server/actor.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import { isUniqueViolation } from '#server/db/unique-violation.ts'
import { ExternalCallNeeded } from '#server/external-call.ts'
import { Problem } from '#server/problem.ts'
import type { OrderLifecycleService } from '../../orders/orders/order-lifecycle.service.ts'
import type { OrdersService } from '../../orders/orders/orders.service.ts'
import { accountOf } from './auto-approval.ts'
import type { OrderPaymentsService } from './order-payments.service.ts'
import { isCapturable } from './payment-need.reads.ts'
import type { PaymentRunner } from './payment-runner.ts'
import type { PaymentRow } from './payment-types.ts'
import type { PaymentsRepository } from './payments.repository.ts'
import type { RefundRunner } from './refund-runner.ts'
import type { RefundsRepository } from './refunds.repository.ts'

interface Deps {
  db: Database
  orders: OrdersService
  lifecycle: OrderLifecycleService
  payments: PaymentsRepository
  refunds: RefundsRepository
  orderPayments: OrderPaymentsService
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

/** The provider that an attempt charges, with its card or account number. */
interface ChargeSource {
  provider: PaymentProvider
  methodId: number | null
  accountNumber: string | null
}

const paymentRunning = () => new Problem('payment_running', { retryAfter: 10 })

/**
 * Payment actions of users: refunds and the actions of manual review (ruling 28). Each write records the intent.
 * `carryOut` then calls the gateway; a job continues if the server is killed in between.
 */
export function manualReviewService(deps: Deps) {
  const { db, orders, lifecycle, payments, refunds, orderPayments, runner, refundRunner } = deps

  /**
   * Locks an order in manual review and returns its live payment. Locks the payment before the order, as the runner
   * does.
   */
  async function lockInReview(tx: Transaction, actor: Actor, orderId: number) {
    await orders.find(tx, actor, orderId)
    const seen = await payments.liveOf(tx, orderId)
    const live = seen && (await payments.lock(tx, seen.id))
    const status = await lifecycle.statusOf(tx, { fleetId: actor.fleet.id, id: orderId })
    if (status !== 'paid_deferred') throw new Problem('order_status')
    if (live && live.status !== 'authorized') {
      if (live.status === 'requested' || live.status === 'unknown') throw paymentRunning()
      return undefined
    }
    if (live?.is_claimed) throw paymentRunning()
    return live
  }

  /** Requests the release of the authorized amount. The write that needs it runs again afterwards. */
  function releaseFirst(live: PaymentRow): ExternalCallNeeded {
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

  async function chargeSourceOf(
    tx: Transaction,
    actor: Actor,
    { provider, methodId }: { provider: PaymentProvider; methodId: number | null },
  ): Promise<ChargeSource> {
    const fleet = await payments.fleet(tx, actor.fleet.id)
    if (!fleet.providers.includes(provider))
      throw new Problem('validation', { fields: { payment_provider: ['payment_provider'] } })
    if (provider !== 'Braintree') {
      const accountNumber = accountOf(fleet, provider)
      if (accountNumber === null)
        throw new Problem('validation', { fields: { payment_provider: [missingAccountCode(provider)] } })
      return { provider, methodId: null, accountNumber }
    }
    const usable =
      methodId === null ? null : await payments.usableMethod(tx, actor.fleet.id, methodId, actor.userId)
    if (usable === null)
      throw new Problem('validation', { fields: { payment_method_id: ['payment_method'] } })
    return { provider, methodId: usable, accountNumber: null }
  }

  /** Adds an attempt for the whole total. It is captured as soon as it is authorized. */
  async function insertCharge(
    tx: Transaction,
    actor: Actor,
    orderId: number,
    source: ChargeSource,
  ): Promise<number> {
    const fleetId = actor.fleet.id
    const { currency } = await payments.fleet(tx, fleetId)
    const amount = await lifecycle.totalOf(tx, { fleetId, id: orderId })
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

  return {
    /** Records a refund. Errors: not_found, order_status, payment_running, payment_disputed, validation (`amount`). */
    async refund(
      tx: Transaction,
      actor: Actor,
      { id: orderId, amount, reason }: { id: number; amount: string; reason: string },
    ): Promise<WriteResult> {
      await orders.find(tx, actor, orderId)
      const seen = await payments.capturedOf(tx, orderId)
      if (!seen) throw new Problem('order_status')
      await payments.lock(tx, seen.id)
      const { captured, pending, refundable, isDisputed } = await orderPayments.refundableOf(tx, orderId)
      if (!captured) throw new Problem('order_status')
      if (pending > 0) throw paymentRunning()
      if (isDisputed) throw new Problem('payment_disputed')
      if (cents(amount) === 0 || cents(amount) > cents(refundable))
        throw new Problem('validation', { fields: { amount: ['refund_amount'] } })
      const refundId = await refunds.insert(tx, {
        ...{ fleetId: actor.fleet.id, paymentId: captured.id, amount, reason, userId: actor.userId },
      })
      return { body: { order_id: orderId, payment_id: null, refund_id: refundId }, status: 201 }
    },

    /** Captures the authorized amount again, or repeats the last charge. */
    async retry(tx: Transaction, actor: Actor, orderId: number): Promise<WriteResult> {
      const live = await lockInReview(tx, actor, orderId)
      const total = await lifecycle.totalOf(tx, { fleetId: actor.fleet.id, id: orderId })
      if (live && isCapturable(live, total)) {
        await payments.saveState(tx, live.id, { nextAction: 'capture', captureAmount: total, waitSeconds: 0 })
        return { body: { order_id: orderId, payment_id: live.id, refund_id: null }, status: 200 }
      }
      const last = await payments.latestOf(tx, orderId)
      if (!last) throw new Problem('validation', { fields: { payment_provider: ['payment_provider'] } })
      // Validate first: do not release an authorization for a charge that will be rejected.
      const source = await chargeSourceOf(tx, actor, { provider: last.provider, methodId: last.method_id })
      if (live) throw releaseFirst(live)
      const paymentId = await insertCharge(tx, actor, orderId, source)
      return { body: { order_id: orderId, payment_id: paymentId, refund_id: null }, status: 200 }
    },

    /** Releases the authorized amount and charges another method. */
    async charge(
      tx: Transaction,
      actor: Actor,
      input: { id: number; payment_provider: PaymentProvider; payment_method_id?: number | undefined },
    ): Promise<WriteResult> {
      const live = await lockInReview(tx, actor, input.id)
      const source = await chargeSourceOf(tx, actor, {
        provider: input.payment_provider,
        methodId: input.payment_method_id ?? null,
      })
      if (live) throw releaseFirst(live)
      const paymentId = await insertCharge(tx, actor, input.id, source)
      return { body: { order_id: input.id, payment_id: paymentId, refund_id: null }, status: 200 }
    },

    /** Releases the authorized amount. The order ends as paid at the shop; both logs get the reason. */
    async settleOutside(
      tx: Transaction,
      actor: Actor,
      { id: orderId, reason }: { id: number; reason: string },
    ): Promise<WriteResult> {
      const live = await lockInReview(tx, actor, orderId)
      if (live) throw releaseFirst(live)
      const of = { fleetId: actor.fleet.id, id: orderId }
      const amount = await lifecycle.totalOf(tx, of)
      await payments.logSettledOutside(tx, { ...of, amount, userId: actor.userId, reason })
      await lifecycle.transition(
        tx,
        of,
        'settle_outside',
        { system: true, userId: actor.userId },
        {},
        { note: reason },
      )
      return { body: { order_id: orderId, payment_id: null, refund_id: null }, status: 200 }
    },

    /**
     * Calls the gateway for what was recorded: authorizes an attempt, then captures it. The job retries what fails
     * here.
     */
    async carryOut(
      fleetId: number,
      { payment_id: paymentId, refund_id: refundId }: RecordedAction,
    ): Promise<void> {
      if (refundId !== null) await refundRunner.advance({ id: refundId, fleet_id: fleetId })
      if (paymentId === null) return
      for (let step = 0; step < 2; step++) await runner.advance({ id: paymentId, fleet_id: fleetId })
    },
  }
}
export type ManualReviewService = ReturnType<typeof manualReviewService>
