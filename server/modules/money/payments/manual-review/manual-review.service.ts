import type { PaymentProvider } from '#contract/money/payment.ts'
import type { CallAfterCommit } from '#server/external-call.ts'
import { advancePayment } from '#server/modules/money/payments/advance-payment.ts'
import { releaseFirst } from '#server/modules/money/payments/approval-payment.ts'
import { chargeSourceOf } from '#server/modules/money/payments/charge-source.ts'
import { isCapturable } from '#server/modules/money/payments/payment-need.reads.ts'
import type { PaymentPort, PaymentUseCase } from '#server/modules/money/payments/payment-types.ts'
import { paymentsRepository as payments } from '#server/modules/money/payments/payments.repository.ts'
import { advanceRefund } from '#server/modules/money/payments/refunds/advance-refund.ts'
import { requestRefund } from '#server/modules/money/payments/refunds/request-refund.ts'
import { transitionOrder } from '#server/modules/orders/orders/lifecycle/order-transitions.ts'
import { Problem } from '#server/problem.ts'
import type { DatabaseUseCase, UseCase } from '#server/use-case.ts'
import { lockAmountDue, lockChargeableAmount, lockInReview, startReviewCharge } from './manual-charges.ts'

// Payment actions of users: refunds and the actions of manual review (ruling 28). Each write records the intent.
// `advanceRecorded` then calls the gateway; a job continues if the server is killed in between.

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

/** Records a refund. Errors: as `requestRefund`. */
export async function refundOrder(
  useCase: Pick<UseCase, 'tx' | 'actor'>,
  input: { id: number; amount: string; reason: string },
): Promise<WriteResult> {
  const refundId = await requestRefund(useCase, input)
  return { body: { order_id: input.id, payment_id: null, refund_id: refundId }, status: 201 }
}

/** Captures the authorized amount again, or repeats the last charge. */
export async function retryPayment(
  useCase: PaymentUseCase,
  orderId: number,
): Promise<WriteResult | CallAfterCommit> {
  const { tx, actor } = useCase
  const live = await lockInReview(useCase, orderId)
  const due = await lockChargeableAmount({ tx, actor }, orderId)
  if (live && isCapturable(live, due)) {
    await payments.saveState(tx, live.id, { nextAction: 'capture', captureAmount: due, waitSeconds: 0 })
    return paymentRecorded(orderId, live.id)
  }
  const last = await payments.latestOf(tx, orderId)
  if (!last) throw new Problem('validation', { fields: { payment_provider: ['payment_provider'] } })
  // Validate first: do not release an authorization for a charge that will be rejected.
  const source = await sourceOf(useCase, last.provider, last.method_id)
  if (live) return releaseFirst(useCase, live)
  return paymentRecorded(orderId, await startReviewCharge(useCase, orderId, source))
}

/** Releases the authorized amount and charges another method. */
export async function chargeOtherMethod(
  useCase: PaymentUseCase,
  input: { id: number; payment_provider: PaymentProvider; payment_method_id?: number | undefined },
): Promise<WriteResult | CallAfterCommit> {
  const live = await lockInReview(useCase, input.id)
  const source = await sourceOf(useCase, input.payment_provider, input.payment_method_id ?? null)
  if (live) return releaseFirst(useCase, live)
  return paymentRecorded(input.id, await startReviewCharge(useCase, input.id, source))
}

/** Releases the authorized amount. The order ends as paid at the shop; both logs get the reason. */
export async function settleOutside(
  useCase: PaymentUseCase,
  { id, reason }: { id: number; reason: string },
): Promise<WriteResult | CallAfterCommit> {
  const { tx, actor } = useCase
  const live = await lockInReview(useCase, id)
  if (live) return releaseFirst(useCase, live)
  const orderKey = { fleetId: actor.fleet.id, id }
  const amount = await lockAmountDue({ tx, actor }, id)
  await payments.logSettledOutside(tx, { ...orderKey, amount, userId: actor.userId, reason })
  const mover = { system: true, userId: actor.userId } as const
  await transitionOrder(tx, orderKey, 'settle_outside', mover, {}, { note: reason })
  return paymentRecorded(id, null)
}

/** Calls the gateway for what was recorded: authorizes, then captures. The job retries what fails here. */
export async function advanceRecorded(
  useCase: DatabaseUseCase<PaymentPort>,
  fleetId: number,
  recorded: RecordedAction,
): Promise<void> {
  const { payment_id: paymentId, refund_id: refundId } = recorded
  if (refundId !== null) await advanceRefund(useCase, { id: refundId, fleet_id: fleetId })
  if (paymentId === null) return
  for (let step = 0; step < 2; step++) await advancePayment(useCase, { id: paymentId, fleet_id: fleetId })
}

async function sourceOf(
  { tx, actor }: Pick<UseCase, 'tx' | 'actor'>,
  provider: PaymentProvider,
  methodId: number | null,
) {
  const fleet = await payments.fleet(tx, actor.fleet.id)
  const payer = { fleetId: actor.fleet.id, userId: actor.userId, fleet }
  return chargeSourceOf(tx, payer, { provider, methodId })
}
