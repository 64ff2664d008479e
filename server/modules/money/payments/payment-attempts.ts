import type { Database, Transaction } from '#server/db/database.ts'
import { approveOrder, quoteApproval } from '#server/modules/orders/orders/lifecycle/approval-transitions.ts'
import type { Approval } from '#server/modules/orders/orders/lifecycle/approval-types.ts'
import { Problem } from '#server/problem.ts'
import { readPaymentNeed } from './payment-need.reads.ts'
import type { PaymentChoice, PaymentRow } from './payment-types.ts'
import { paymentsRepository as payments } from './payments.repository.ts'
import { chargeSourceOf, paymentRunning, startCharge } from './start-charge.ts'

interface Deps {
  db: Database
  clock: () => Date
}

export interface AttemptRequest extends Approval {
  choice: PaymentChoice
  requestKey: string | null
}

/** A new attempt, an earlier authorization that has to be released first, or an approval without payment. */
export type BeginResult =
  | { started: number }
  | { replaces: PaymentRow }
  | { approved: number | null }
  | { earlier: PaymentRow }

/** The request that creates an attempt also sends it. The job sends it only if that request was killed. */
const OWN_WAIT_SECONDS = 5

/** Starts the payment of an approval. The gateway is called after the commit. */
export function paymentAttempts({ db, clock }: Deps) {
  /** Errors: payment_required, and those of `quoteApproval`. */
  async function approveWithoutPayment(tx: Transaction, of: Approval): Promise<void> {
    const { total } = await quoteApproval(tx, of)
    const need = await readPaymentNeed(tx, { ...of, total })
    if (need.needsAuthorization) throw new Problem('payment_required')
    if (need.isRunning) throw paymentRunning()
    const outcome = await approveOrder({ tx, clock }, of)
    if (outcome === 'rejected') await voidAuthorization(tx, of)
  }

  /** Releases the authorized amount of an order that is rejected or canceled. */
  async function voidAuthorization(tx: Transaction, of: { orderId: number }): Promise<void> {
    const live = await payments.liveOf(tx, of.orderId)
    if (!live) return
    if (live.status !== 'authorized') throw paymentRunning()
    await payments.saveState(tx, live.id, { nextAction: 'void', waitSeconds: 0 })
  }

  async function begin(tx: Transaction, of: AttemptRequest): Promise<BeginResult> {
    const { fleetId, orderId, userId, decision, choice, requestKey } = of
    const earlier = requestKey === null ? undefined : await payments.byRequest(tx, orderId, requestKey)
    if (earlier) return { earlier }
    const { total } = await quoteApproval(tx, of)
    const fleet = await payments.fleet(tx, fleetId)
    const need = await readPaymentNeed(tx, { fleetId, orderId, total, userId })
    if (!need.needsAuthorization) {
      await approveWithoutPayment(tx, of)
      return { approved: need.previous?.paymentId ?? null }
    }
    const methodId = choice.provider === 'Braintree' ? choice.payment_method_id : null
    const chosen = { provider: choice.provider, methodId }
    const source = await chargeSourceOf(tx, { fleetId, userId, fleet }, chosen)
    const live = await payments.liveOf(tx, orderId)
    if (live && (live.status !== 'authorized' || live.next_action === 'capture')) throw paymentRunning()
    if (live) {
      await payments.saveState(tx, live.id, { nextAction: 'void', waitSeconds: 0 })
      return { replaces: live }
    }
    const started = await startCharge(tx, {
      ...{ fleetId, orderId, userId, requestKey, decision, currency: fleet.currency, amount: total },
      ...source,
      waitSeconds: OWN_WAIT_SECONDS,
    })
    return { started }
  }

  return {
    approveWithoutPayment,
    voidAuthorization,

    /** Starts an attempt in its own transaction. Errors: payment_running, and those of the approval. */
    async begin(of: AttemptRequest): Promise<BeginResult> {
      return db.tenant(of.fleetId, (tx) => begin(tx, of))
    },
  }
}
