import type { Transaction } from '#server/db/database.ts'
import { firstChargeSource } from './auto-approval.ts'
import type { PaymentsRepository } from './payments.repository.ts'

/** Starts charges for months of subscriptions. The payment runner carries them out (decision 47). */
export function subscriptionCharge(payments: PaymentsRepository) {
  return {
    /** Adds an attempt with the default method or the fuel card account. Does nothing if the fleet has neither. */
    async start(tx: Transaction, of: { fleetId: number; month: string; amount: string }): Promise<void> {
      const fleet = await payments.fleet(tx, of.fleetId)
      const source = await firstChargeSource(fleet, () => payments.usableMethod(tx, of.fleetId, null, null))
      if (!source) return
      await payments.insert(tx, {
        ...{ ...of, currency: fleet.currency, userId: null, requestKey: null, decision: null },
        ...source,
        waitSeconds: 0,
      })
    },
  }
}
export type SubscriptionCharge = ReturnType<typeof subscriptionCharge>
