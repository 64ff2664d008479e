import type { PaymentProvider } from '#contract/money/payment.ts'
import { cents } from '#domain/orders/prices.ts'
import type { Transaction } from '#server/db/database.ts'
import { CallAfterCommit } from '#server/external-call.ts'
import { DECLINE_REASONS } from '#server/integrations/card-gateway/port.ts'
import type { ApprovalDecision } from '#server/modules/orders/orders/lifecycle/approval-types.ts'
import { Problem } from '#server/problem.ts'
import { advancePayment } from './advance-payment.ts'
import { chargeSourceOf } from './charge-source.ts'
import type { PaymentRow, PaymentUseCase } from './payment-types.ts'
import { paymentRunning, paymentsRepository as payments } from './payments.repository.ts'

/** The payment that the approver chose; a provider is only needed if the fleet has several. */
interface PaymentChoice {
  payment_provider?: PaymentProvider | undefined
  payment_method_id?: number | undefined
}

/** An approval that is permitted now. */
interface PermittedApproval {
  fleetId: number
  orderId: number
  userId: number
  /** The total that it approves. */
  total: string
  /** Whether it rejects every line, so that the order is canceled. */
  isRejection: boolean
  /** Stored with the attempt; it is judged again once the amount is authorized. */
  decision: ApprovalDecision
  requestKey: string
}

/** The request that creates an attempt also sends it. The job sends it only if that request was killed. */
const OWN_WAIT_SECONDS = 5

/**
 * Starts the payment of an approval and returns the call to the gateway, or null if no amount has to be authorized. An
 * earlier, lower authorization is released first; the work that calls this then runs again. Errors: payment_running,
 * validation (`payment_provider`, `payment_method_id`).
 */
export async function startApprovalPayment(
  useCase: PaymentUseCase,
  choice: PaymentChoice,
  { total, isRejection, ...attempt }: PermittedApproval,
): Promise<CallAfterCommit | null> {
  const { tx } = useCase
  const fleet = await payments.fleet(tx, attempt.fleetId)
  const live = await payments.liveOf(tx, attempt.orderId)
  const held = live?.status === 'authorized' && live.next_action === null ? live : undefined
  if (!fleet.pays_through_platform || cents(total) <= cents(held?.amount ?? '0.00')) {
    if (live && !held) throw paymentRunning()
    if (held && isRejection) await payments.saveState(tx, held.id, { nextAction: 'void', waitSeconds: 0 })
    return null
  }
  const { payment_provider: provider, payment_method_id: methodId = null } = choice
  const source = await chargeSourceOf(tx, { ...attempt, fleet }, { provider, methodId })
  if (live && (live.status !== 'authorized' || live.next_action === 'capture')) throw paymentRunning()
  if (live) return releaseFirst(useCase, live)
  const { currency } = fleet
  const id = await payments.insert(tx, {
    ...attempt,
    currency,
    amount: total,
    ...source,
    waitSeconds: OWN_WAIT_SECONDS,
  })
  return new CallAfterCommit(async () => {
    const refused = await advancePayment(useCase, { id, fleet_id: attempt.fleetId })
    if (refused) throw refused
  })
}

/**
 * Marks an authorized amount for release and returns the call to the gateway. The work that needs it then runs again.
 * The call throws unavailable if the gateway did not release the amount.
 */
export async function releaseFirst(useCase: PaymentUseCase, live: PaymentRow): Promise<CallAfterCommit> {
  await payments.saveState(useCase.tx, live.id, { nextAction: 'void', waitSeconds: 0 })
  return new CallAfterCommit(async () => {
    await advancePayment(useCase, live)
    const row = await payments.find(useCase.db, live.id)
    if (row?.status === 'authorized') throw new Problem('unavailable', { retryAfter: 10 })
  })
}

/**
 * Returns whether this request has started a payment that approved the order; false if it has started none. Errors:
 * key_reused, payment_unknown, payment_declined, and stale if the amount was released because the order had changed.
 */
export async function wasPaidByRequest(
  tx: Transaction,
  approval: { orderId: number; userId: number; requestKey: string; request: string },
): Promise<boolean> {
  const attempt = await payments.byRequest(tx, approval.orderId, approval.requestKey)
  if (!attempt) return false
  const { status, next_action, reason } = attempt
  if (attempt.requested_by !== approval.userId || attempt.decision?.request !== approval.request)
    throw new Problem('key_reused')
  if (status === 'requested' || status === 'unknown') throw new Problem('payment_unknown', { retryAfter: 5 })
  const isHeld = status === 'authorized' && next_action !== 'void'
  if (isHeld || status === 'captured' || status === 'refunded') return true
  if (status === 'voided' || status === 'authorized') throw new Problem('stale')
  throw new Problem('payment_declined', { fields: { payment_method_id: [declineCode(reason)] } })
}

/** Returns the field code of a decline: the gateway's reason, or `not_found` if the attempt never arrived. */
function declineCode(reason: string | null): string {
  const known: readonly string[] = ['not_found', ...DECLINE_REASONS]
  return `declined_${reason !== null && reason !== 'other' && known.includes(reason) ? reason : 'without_reason'}`
}
