import { advanceDuePayments } from '#server/modules/money/payments/advance-payment.ts'
import { gatewayNotificationsService } from '#server/modules/money/payments/notifications/gateway-notifications.service.ts'
import { advanceDueRefunds } from '#server/modules/money/payments/refunds/advance-refund.ts'
import { submitDueSettlements } from '#server/modules/money/settlements/settlements.service.ts'
import { chargeDueMonths } from '#server/modules/money/subscriptions/subscriptions.service.ts'
import type { Core } from './core.ts'

/** Composes the jobs of payments and subscriptions, notifications of the card gateway, and settlements. */
export function composeMoney({ db, log, now: clock, ports, integrations }: Core) {
  const useCase = { db, clock, ports }
  return {
    payments: {
      /** Continues every due payment and refund. Returns the number of both. */
      reconcile: async () => (await advanceDuePayments(useCase)) + (await advanceDueRefunds(useCase)),
    },
    subscriptions: { runDue: () => chargeDueMonths(useCase) },
    gatewayNotifications: gatewayNotificationsService({
      ...{ db, log, clock, announce: ports.announce },
      source: integrations.notifications,
    }),
    settlements: { runDue: () => submitDueSettlements(useCase) },
  }
}
