import { missingAccountCode } from '#contract/money/payments.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import { isUniqueViolation } from '#server/db/unique-violation.ts'
import { Problem } from '#server/problem.ts'
import type { Approval, ApprovalTransitions } from '../../orders/orders/approval-types.ts'
import { accountOf } from './auto-approval.ts'
import { readPaymentNeed } from './payment-need.reads.ts'
import type { PaymentRunner } from './payment-runner.ts'
import type { AuthorizationOutcome, PaymentChoice, PaymentRow } from './payment-types.ts'
import type { PayingFleet, PaymentsRepository } from './payments.repository.ts'
import type { RefundRunner } from './refund-runner.ts'

export interface PaymentsDeps {
  db: Database
  payments: PaymentsRepository
  transitions: ApprovalTransitions
  runner: PaymentRunner
  refundRunner: RefundRunner
}

function outcomeOfRow({ id, status, next_action, reason }: PaymentRow): AuthorizationOutcome {
  if (status === 'requested' || status === 'unknown') return { outcome: 'unknown' }
  const isHeld = status === 'authorized' && next_action !== 'void'
  if (isHeld || status === 'captured' || status === 'refunded')
    return { outcome: 'authorized', paymentId: id }
  if (status === 'voided' || status === 'authorized') return { outcome: 'withdrawn' }
  return { outcome: 'declined', reason: reason ?? 'other' }
}

/** The request that creates an attempt also sends it. The job sends it only if that request was killed. */
const OWN_WAIT_SECONDS = 5

/** Payment of orders: authorized on approval, captured on completion (rulings 27 and 28, decision 45). */
export function paymentsService({ db, payments, transitions, runner, refundRunner }: PaymentsDeps) {
  /** Errors: payment_required, and those of ApprovalTransitions. */
  async function approveWithoutPayment(tx: Transaction, of: Approval): Promise<void> {
    const { total } = await transitions.quote(tx, of)
    const need = await readPaymentNeed(tx, { ...of, total })
    if (need.needsAuthorization) throw new Problem('payment_required')
    if (need.isRunning) throw new Problem('payment_running', { retryAfter: 10 })
    const outcome = await transitions.approve(tx, of)
    if (outcome === 'rejected') await voidAuthorization(tx, of)
  }

  /**
   * Releases the authorized amount of an order that is rejected or canceled. The gateway is called after the commit.
   */
  async function voidAuthorization(tx: Transaction, of: { orderId: number }): Promise<void> {
    const live = await payments.liveOf(tx, of.orderId)
    if (!live) return
    if (live.status !== 'authorized') throw new Problem('payment_running', { retryAfter: 10 })
    await payments.saveState(tx, live.id, { nextAction: 'void', waitSeconds: 0 })
  }

  async function chargeSourceOf(tx: Transaction, of: Approval, fleet: PayingFleet, choice: PaymentChoice) {
    if (!fleet.providers.includes(choice.provider))
      throw new Problem('validation', { fields: { payment_provider: ['payment_provider'] } })
    if (choice.provider !== 'Braintree') {
      const accountNumber = accountOf(fleet, choice.provider)
      if (accountNumber === null)
        throw new Problem('validation', {
          fields: { payment_provider: [missingAccountCode(choice.provider)] },
        })
      return { provider: choice.provider, methodId: null, accountNumber }
    }
    const methodId = await payments.usableMethod(tx, of.fleetId, choice.payment_method_id, of.userId)
    if (methodId === null)
      throw new Problem('validation', { fields: { payment_method_id: ['payment_method'] } })
    return { provider: choice.provider, methodId, accountNumber: null }
  }

  /** A new attempt, an earlier authorization that has to be released first, or an approval without payment. */
  type BeginResult =
    | { started: number }
    | { replaces: PaymentRow }
    | { approved: number | null }
    | { earlier: PaymentRow }

  async function begin(
    tx: Transaction,
    of: Approval & { choice: PaymentChoice; requestKey: string | null },
  ): Promise<BeginResult> {
    const { fleetId, orderId, userId, decision, choice, requestKey } = of
    const earlier = requestKey === null ? undefined : await payments.byRequest(tx, orderId, requestKey)
    if (earlier) return { earlier }
    const { total } = await transitions.quote(tx, of)
    const fleet = await payments.fleet(tx, fleetId)
    const need = await readPaymentNeed(tx, { fleetId, orderId, total, userId })
    if (!need.needsAuthorization) {
      await approveWithoutPayment(tx, of)
      return { approved: need.previous?.paymentId ?? null }
    }
    const source = await chargeSourceOf(tx, of, fleet, choice)
    const live = await payments.liveOf(tx, orderId)
    if (live && live.status !== 'authorized') throw new Problem('payment_running', { retryAfter: 10 })
    if (live) {
      if (live.next_action === 'capture') throw new Problem('payment_running', { retryAfter: 10 })
      await payments.saveState(tx, live.id, { nextAction: 'void', waitSeconds: 0 })
      return { replaces: live }
    }
    const started = await payments.insert(tx, {
      ...{ fleetId, orderId, userId, requestKey, decision, currency: fleet.currency, amount: total },
      ...source,
      waitSeconds: OWN_WAIT_SECONDS,
    })
    return { started }
  }

  async function beginOnce(of: Parameters<typeof begin>[1]): Promise<BeginResult> {
    try {
      return await db.tenant(of.fleetId, (tx) => begin(tx, of))
    } catch (error) {
      if (isUniqueViolation(error, 'payments_one_live'))
        throw new Problem('payment_running', { retryAfter: 10 })
      throw error
    }
  }

  async function outcomeOf(id: number): Promise<AuthorizationOutcome> {
    const row = await payments.find(db, id)
    return row ? outcomeOfRow(row) : { outcome: 'unknown' }
  }

  return {
    approveWithoutPayment,

    /**
     * Authorizes the amount, then approves the order in the transaction that records it. Never call it inside a
     * transaction. Errors: payment_running, validation (payment_provider, payment_method_id), unavailable, and those of
     * ApprovalTransitions.
     */
    async authorizeForApproval(
      of: Approval & { choice: PaymentChoice; requestKey: string | null },
    ): Promise<AuthorizationOutcome> {
      for (let tries = 0; tries < 2; tries++) {
        const begun = await beginOnce(of)
        if ('earlier' in begun) return outcomeOf(begun.earlier.id)
        if ('approved' in begun) return { outcome: 'authorized', paymentId: begun.approved }
        if ('started' in begun) {
          const refused = await runner.advance({ id: begun.started, fleet_id: of.fleetId })
          if (refused) throw refused
          return outcomeOf(begun.started)
        }
        await runner.advance(begun.replaces)
      }
      throw new Problem('unavailable', { retryAfter: 10 })
    },

    voidAuthorization,

    /**
     * Returns the outcome of the attempt that this request started; null if it started none. Errors: key_reused if the
     * key belongs to another request.
     */
    async outcomeOfRequest(
      tx: Transaction,
      of: { orderId: number; userId: number; requestKey: string; request: string },
    ): Promise<AuthorizationOutcome | null> {
      const earlier = await payments.byRequest(tx, of.orderId, of.requestKey)
      if (!earlier) return null
      const isOther = earlier.requested_by !== of.userId || earlier.decision?.request !== of.request
      if (isOther) throw new Problem('key_reused')
      return outcomeOfRow(earlier)
    },

    /** Continues every due attempt and refund. Returns the number of both. */
    reconcile: async () => (await runner.runDue()) + (await refundRunner.runDue()),
  }
}
export type PaymentsService = ReturnType<typeof paymentsService>
