import type { Transaction } from '#server/db/database.ts'
import { Problem } from '#server/problem.ts'
import type { DatabaseUseCase } from '#server/use-case.ts'
import { advancePayment } from './advance-payment.ts'
import { type AttemptRequest, paymentAttempts } from './payment-attempts.ts'
import type { AuthorizationOutcome, PaymentPort, PaymentRow } from './payment-types.ts'
import { paymentsRepository as payments } from './payments.repository.ts'

/** Payment of orders: authorized on approval, captured on completion (rulings 27 and 28, decision 45). */
export function paymentsService(deps: DatabaseUseCase<PaymentPort>) {
  const { db } = deps
  const attempts = paymentAttempts(deps)

  async function outcomeOf(id: number): Promise<AuthorizationOutcome> {
    const row = await payments.find(db, id)
    return row ? outcomeOfRow(row) : { outcome: 'unknown' }
  }

  return {
    approveWithoutPayment: attempts.approveWithoutPayment,
    voidAuthorization: attempts.voidAuthorization,

    /**
     * Authorizes the amount, then approves the order in the transaction that records it. Never call it inside a
     * transaction. Errors: payment_running, validation (payment_provider, payment_method_id), unavailable, and those of
     * `quoteApproval`.
     */
    async authorizeForApproval(of: AttemptRequest): Promise<AuthorizationOutcome> {
      for (let tries = 0; tries < 2; tries++) {
        const begun = await attempts.begin(of)
        if ('earlier' in begun) return outcomeOf(begun.earlier.id)
        if ('approved' in begun) return { outcome: 'authorized', paymentId: begun.approved }
        if ('started' in begun) {
          const refused = await advancePayment(deps, { id: begun.started, fleet_id: of.fleetId })
          if (refused) throw refused
          return outcomeOf(begun.started)
        }
        await advancePayment(deps, begun.replaces)
      }
      throw new Problem('unavailable', { retryAfter: 10 })
    },

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
  }
}
export type PaymentsService = ReturnType<typeof paymentsService>

function outcomeOfRow({ id, status, next_action, reason }: PaymentRow): AuthorizationOutcome {
  if (status === 'requested' || status === 'unknown') return { outcome: 'unknown' }
  const isHeld = status === 'authorized' && next_action !== 'void'
  if (isHeld || status === 'captured' || status === 'refunded')
    return { outcome: 'authorized', paymentId: id }
  if (status === 'voided' || status === 'authorized') return { outcome: 'withdrawn' }
  return { outcome: 'declined', reason: reason ?? 'other' }
}
