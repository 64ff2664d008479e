import { manualReviewService } from '#server/modules/money/payments/manual-review/manual-review.service.ts'
import { gatewayNotificationsService } from '#server/modules/money/payments/notifications/gateway-notifications.service.ts'
import { paymentsService } from '#server/modules/money/payments/payments.service.ts'
import { paymentRunner } from '#server/modules/money/payments/runner/payment-runner.ts'
import { PAYMENT_TIMINGS } from '#server/modules/money/payments/runner/payment-timings.ts'
import { refundRunner } from '#server/modules/money/payments/runner/refund-runner.ts'
import { settlementsRepository } from '#server/modules/money/settlements/settlements.repository.ts'
import { settlementsService } from '#server/modules/money/settlements/settlements.service.ts'
import { chargeDueMonths } from '#server/modules/money/subscriptions/subscriptions.service.ts'
import { orderDecisions } from '#server/modules/orders/approvals/order-decisions.ts'
import type { Core } from './core.ts'

/** Composes payments, subscriptions and settlements, and approval decisions, which authorize a payment. */
export function composeMoney(core: Core, timings = PAYMENT_TIMINGS) {
  const { db, log, now: clock, ports, integrations } = core
  const { announce, cards } = ports
  const running = { db, clock, cards, log, announce, timings }
  const runner = paymentRunner(running)
  const refunds = refundRunner(running)
  const payments = paymentsService({ db, clock, runner, refundRunner: refunds })
  return {
    payments,
    subscriptions: { runDue: () => chargeDueMonths({ db, clock, ports }) },
    decisions: orderDecisions({ payments }),
    gatewayNotifications: gatewayNotificationsService({
      ...{ db, log, clock, announce },
      source: integrations.notifications,
    }),
    settlements: settlementsService({
      ...{ db, now: clock, log, settlements: settlementsRepository },
      billing: integrations.billing,
    }),
    manualReview: manualReviewService({ db, runner, refundRunner: refunds }),
  }
}
