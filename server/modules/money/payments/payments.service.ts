import { cents, difference } from '#contract/orders/prices.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import { isDoubled } from '#server/db/unique.ts'
import { Problem } from '#server/problem.ts'
import type { Approval, ApprovalMoves } from '../../orders/orders/approval-types.ts'
import { accountOf } from './auto-approval.ts'
import type { PaymentRunner } from './payment-runner.ts'
import type { AuthorizationOutcome, PaymentChoice, PaymentNeed, PaymentRow } from './payment-types.ts'
import type { PayingFleet, PaymentsRepository } from './payments.repository.ts'

export interface PaymentsDeps {
  db: Database
  payments: PaymentsRepository
  moves: ApprovalMoves
  runner: PaymentRunner
}

/** The request that makes an attempt also sends it; the job takes it up only if that request was killed. */
const OWN_WAIT_SECONDS = 5

/** Payment of orders: authorization with the approval, capture with the completion (rulings 27 and 28, decision 45). */
export function paymentsService({ db, payments, moves, runner }: PaymentsDeps) {
  /** What approving an order that comes to `total` needs. */
  async function paymentNeed(
    tx: Transaction,
    of: { fleetId: number; orderId: number; total: string; userId?: number | null },
  ): Promise<PaymentNeed> {
    const fleet = await payments.fleet(tx, of.fleetId)
    const live = await payments.liveOf(tx, of.orderId)
    const held = live?.status === 'authorized' && live.next_action === null ? live : null
    const remaining = held ? difference(of.total, held.amount) : of.total
    return {
      paysThroughPlatform: fleet.pays_through_platform,
      providers: await Promise.all(
        fleet.providers.map(async (provider) => ({
          provider,
          isReady:
            provider === 'Braintree'
              ? (await payments.anyMethod(tx, of.fleetId, of.userId ?? null)) !== null
              : accountOf(fleet, provider) !== null,
        })),
      ),
      previous: held && {
        paymentId: held.id,
        provider: held.provider,
        methodOfPayment: await payments.methodOfPayment(tx, held),
        amount: held.amount,
      },
      remaining,
      needsAuthorization: fleet.pays_through_platform && cents(remaining) > 0,
    }
  }

  /** Errors: payment_required, and those of ApprovalMoves. */
  async function approveWithoutPayment(tx: Transaction, of: Approval): Promise<void> {
    const { total } = await moves.quote(tx, of)
    const need = await paymentNeed(tx, { ...of, total })
    if (need.needsAuthorization) throw new Problem('payment_required')
    await moves.approve(tx, of)
    await payments.setPreviousPayments(tx, of.orderId, '0.00')
  }

  async function wayOf(tx: Transaction, of: Approval, fleet: PayingFleet, choice: PaymentChoice) {
    if (!fleet.providers.includes(choice.provider))
      throw new Problem('validation', { fields: { payment_provider: ['payment_provider'] } })
    if (choice.provider !== 'Braintree') {
      const accountNumber = accountOf(fleet, choice.provider)
      if (accountNumber === null)
        throw new Problem('validation', { fields: { payment_provider: ['account_number_missing'] } })
      return { provider: choice.provider, methodId: null, accountNumber }
    }
    const methodId = await payments.usableMethod(tx, of.fleetId, choice.payment_method_id, of.userId)
    if (methodId === null)
      throw new Problem('validation', { fields: { payment_method_id: ['payment_method'] } })
    return { provider: choice.provider, methodId, accountNumber: null }
  }

  /** A new attempt; or the earlier authorization that has to be released first; or nothing to pay for. */
  type Begun =
    | { started: number }
    | { replaces: PaymentRow }
    | { approved: number | null }
    | { earlier: PaymentRow }

  async function begin(
    tx: Transaction,
    of: Approval & { choice: PaymentChoice; requestKey: string | null },
  ): Promise<Begun> {
    const { fleetId, orderId, userId, decision, choice, requestKey } = of
    const earlier = requestKey === null ? undefined : await payments.byRequest(tx, orderId, requestKey)
    if (earlier) return { earlier }
    const { total } = await moves.quote(tx, of)
    const fleet = await payments.fleet(tx, fleetId)
    const need = await paymentNeed(tx, { fleetId, orderId, total, userId })
    if (!need.needsAuthorization) {
      await approveWithoutPayment(tx, of)
      return { approved: need.previous?.paymentId ?? null }
    }
    const way = await wayOf(tx, of, fleet, choice)
    const live = await payments.liveOf(tx, orderId)
    if (live && live.status !== 'authorized') throw new Problem('payment_running', { retryAfter: 10 })
    if (live) {
      if (live.next_action === 'capture') throw new Problem('payment_running', { retryAfter: 10 })
      await payments.settle(tx, live.id, { nextAction: 'void', waitSeconds: 0 })
      await payments.setPreviousPayments(tx, orderId, '0.00')
      return { replaces: live }
    }
    const started = await payments.insert(tx, {
      ...{ fleetId, orderId, userId, requestKey, decision, currency: fleet.currency, amount: total },
      ...way,
      waitSeconds: OWN_WAIT_SECONDS,
    })
    return { started }
  }

  async function beginOnce(of: Parameters<typeof begin>[1]): Promise<Begun> {
    try {
      return await db.tenant(of.fleetId, (tx) => begin(tx, of))
    } catch (error) {
      if (isDoubled(error, 'payments_one_live')) throw new Problem('payment_running', { retryAfter: 10 })
      throw error
    }
  }

  async function outcomeOf(id: number): Promise<AuthorizationOutcome> {
    const row = await payments.find(db, id)
    if (!row || row.status === 'requested' || row.status === 'unknown') return { outcome: 'unknown' }
    if (row.status === 'declined') return { outcome: 'declined', reason: row.reason ?? 'other' }
    if (row.status === 'authorized' && row.next_action !== 'void')
      return { outcome: 'authorized', paymentId: id }
    if (row.status === 'captured' || row.status === 'refunded')
      return { outcome: 'authorized', paymentId: id }
    return { outcome: 'declined', reason: row.reason ?? 'other' }
  }

  return {
    paymentNeed,
    approveWithoutPayment,

    /**
     * Authorizes, then approves in the transaction that records it. Never call it inside a transaction. Errors:
     * payment_running, validation (payment_provider, payment_method_id), unavailable, and those of ApprovalMoves.
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

    /** Releases what is held for an order that is rejected or cancelled; the gateway is called after the commit. */
    async voidAuthorization(tx: Transaction, of: { orderId: number }): Promise<void> {
      const live = await payments.liveOf(tx, of.orderId)
      if (!live) return
      if (live.status !== 'authorized') throw new Problem('payment_running', { retryAfter: 10 })
      await payments.settle(tx, live.id, { nextAction: 'void', waitSeconds: 0 })
      await payments.setPreviousPayments(tx, of.orderId, '0.00')
    },

    /** Continues every attempt that is due, those in `requested` and `unknown` by searching the gateway. */
    reconcile: () => runner.round(),
  }
}
export type PaymentsService = ReturnType<typeof paymentsService>
