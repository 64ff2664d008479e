import { manualReviewService } from '#server/modules/money/payments/manual-review/manual-review.service.ts'
import { gatewayNotificationsRepository } from '#server/modules/money/payments/notifications/gateway-notifications.repository.ts'
import { gatewayNotificationsService } from '#server/modules/money/payments/notifications/gateway-notifications.service.ts'
import { orderPaymentsRepository } from '#server/modules/money/payments/order-payments.repository.ts'
import { orderPaymentsService } from '#server/modules/money/payments/order-payments.service.ts'
import { paymentsRepository } from '#server/modules/money/payments/payments.repository.ts'
import { paymentsService } from '#server/modules/money/payments/payments.service.ts'
import { refundsRepository } from '#server/modules/money/payments/refunds.repository.ts'
import { paymentRunner } from '#server/modules/money/payments/runner/payment-runner.ts'
import { PAYMENT_TIMINGS } from '#server/modules/money/payments/runner/payment-timings.ts'
import { refundRunner } from '#server/modules/money/payments/runner/refund-runner.ts'
import { subscriptionCharge } from '#server/modules/money/payments/subscription-charge.ts'
import { settlementsRepository } from '#server/modules/money/settlements/settlements.repository.ts'
import { settlementsService } from '#server/modules/money/settlements/settlements.service.ts'
import { subscriptionsRepository } from '#server/modules/money/subscriptions/subscriptions.repository.ts'
import { subscriptionsService } from '#server/modules/money/subscriptions/subscriptions.service.ts'
import { orderDecisions } from '#server/modules/orders/approvals/order-decisions.ts'
import { approvalTransitions } from '#server/modules/orders/orders/lifecycle/approval-transitions.ts'
import { ordersRepository } from '#server/modules/orders/orders/orders.repository.ts'
import type { Core } from './core.ts'
import type { Orders } from './orders.ts'

/** Composes payments, subscriptions and settlements, and approval decisions, which authorize a payment. */
export function composeMoney(
  core: Core,
  { orders, orderLifecycle: lifecycle }: Orders,
  timings = PAYMENT_TIMINGS,
) {
  const { db, log, brands, now, mail, changes, originOf, integrations, paymentMethods } = core
  const { announce } = changes
  const { cards } = integrations
  const transitions = approvalTransitions({ orders: ordersRepository, lifecycle, now })
  const shared = { db, payments: paymentsRepository, transitions, lifecycle }
  const runner = paymentRunner({ ...shared, cards, log, announce, timings })
  const refunds = refundRunner({ ...shared, cards, log, announce, timings, refunds: refundsRepository })
  const payments = paymentsService({ ...shared, runner, refundRunner: refunds })
  const orderPayments = orderPaymentsService({
    ...{ db, orders, payments: paymentsRepository, refunds: refundsRepository },
    notifications: gatewayNotificationsRepository,
    reads: orderPaymentsRepository,
  })
  const subscriptions = subscriptionsService({
    ...{ db, brands, mail, originOf, log, now },
    subscriptions: subscriptionsRepository,
    charges: subscriptionCharge(paymentsRepository),
  })
  return {
    ...{ payments, orderPayments, subscriptions, paymentMethods },
    decisions: orderDecisions({ orders, transitions, payments }),
    gatewayNotifications: gatewayNotificationsService({
      ...{ db, log, now, lifecycle, announce, subscriptions },
      ...{ payments: paymentsRepository, refunds: refundsRepository },
      notifications: gatewayNotificationsRepository,
      source: integrations.notifications,
    }),
    settlements: settlementsService({
      ...{ db, now, log, settlements: settlementsRepository },
      billing: integrations.billing,
    }),
    manualReview: manualReviewService({
      ...{ db, orders, lifecycle, payments: paymentsRepository, refunds: refundsRepository },
      ...{ orderPayments, runner, refundRunner: refunds },
    }),
  }
}
