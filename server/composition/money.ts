import { advanceDuePayments } from '#server/modules/money/payments/advance-payment.ts'
import { checkDueSettlements } from '#server/modules/money/payments/notifications/settlement-checks.ts'
import { sendDueReceipts } from '#server/modules/money/payments/receipts/receipts.service.ts'
import { advanceDueRefunds } from '#server/modules/money/payments/refunds/advance-refund.ts'
import { submitDueSettlements } from '#server/modules/money/settlements/settlements.service.ts'
import { chargeDueMonths } from '#server/modules/money/subscriptions/subscriptions.service.ts'
import type { Core } from './core.ts'

/** Composes the jobs of payments, subscriptions and settlements. */
export function composeMoney({ db, now: clock, ports }: Core) {
  const useCase = { db, clock, ports }
  return {
    payments: {
      /** Continues every due payment and refund. Returns how many were continued. */
      reconcile: async () => (await advanceDuePayments(useCase)) + (await advanceDueRefunds(useCase)),
      /** Checks due settlements at the card gateway. Returns their number. */
      checkSettlements: () => checkDueSettlements(useCase),
      /** Queues due receipts by email. Returns their number. */
      sendReceipts: () => sendDueReceipts(useCase),
    },
    subscriptions: { runDue: (mayContinue?: () => boolean) => chargeDueMonths(useCase, mayContinue) },
    settlements: { runDue: (mayContinue?: () => boolean) => submitDueSettlements(useCase, mayContinue) },
  }
}
