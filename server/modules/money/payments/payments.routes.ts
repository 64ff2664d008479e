import type { CallContext } from '#server/http/calls/call-context.ts'
import { os } from '#server/http/calls/implementer.ts'
import type { DatabaseUseCase } from '#server/use-case.ts'
import { retryMonth } from '../subscriptions/subscriptions.service.ts'
import {
  advanceRecorded,
  chargeOtherMethod,
  type RecordedAction,
  refundOrder,
  retryPayment,
  settleOutside,
} from './manual-review/manual-review.service.ts'
import { listManualReview, showOrderPayments } from './order-payments.service.ts'
import type { PaymentPort } from './payment-types.ts'

export const paymentsRoutes = (server: DatabaseUseCase<PaymentPort>) => {
  /** Records the action exactly once, calls the gateway after the commit, and returns the payments of the order. */
  async function act(
    context: CallContext,
    input: { id: number },
    work: Parameters<typeof context.write<RecordedAction>>[1],
  ) {
    const recorded = await context.write(input, work)
    await advanceRecorded(server, context.actor().fleet.id, recorded).catch((error: unknown) => {
      context.request.log.warn({ err: error }, 'A payment is left to the job')
    })
    return context.read((tx) => showOrderPayments(context.useCase(tx), input.id))
  }

  return {
    ofOrder: os.payments.ofOrder.handler(({ input, context }) =>
      context.read((tx) => showOrderPayments(context.useCase(tx), input.id)),
    ),
    refund: os.payments.refund.handler(({ input, context }) =>
      act(context, input, (tx) => refundOrder(context.useCase(tx), input)),
    ),
    retry: os.payments.retry.handler(({ input, context }) =>
      act(context, input, (tx) => retryPayment({ ...context.useCase(tx), ...server }, input.id)),
    ),
    charge: os.payments.charge.handler(({ input, context }) =>
      act(context, input, (tx) => chargeOtherMethod({ ...context.useCase(tx), ...server }, input)),
    ),
    settleOutside: os.payments.settleOutside.handler(({ input, context }) =>
      act(context, input, (tx) => settleOutside({ ...context.useCase(tx), ...server }, input)),
    ),
    retrySubscription: os.payments.retrySubscription.handler(({ input, context }) =>
      context.write(input, (tx) => retryMonth(context.useCase(tx), input.subscription_month)),
    ),
    manualReview: os.payments.manualReview.handler(({ input, context }) =>
      listManualReview({ db: server.db, actor: context.actor() }, input),
    ),
  }
}
