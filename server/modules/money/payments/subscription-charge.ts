import type { Transaction } from '#server/db/database.ts'
import { firstChargeSource } from './auto-approval.ts'
import { paymentsRepository as payments } from './payments.repository.ts'

/**
 * Starts the charge of a subscription month with the default method or the fuel card account. Does nothing if the fleet
 * has neither. The payment runner carries it out (decision 47).
 */
export async function startSubscriptionCharge(
  tx: Transaction,
  of: { fleetId: number; month: string; amount: string },
): Promise<void> {
  const fleet = await payments.fleet(tx, of.fleetId)
  const source = await firstChargeSource(fleet, () => payments.usableMethod(tx, of.fleetId, null, null))
  if (!source) return
  await payments.insert(tx, {
    ...{ ...of, currency: fleet.currency, userId: null, requestKey: null, decision: null },
    ...source,
    waitSeconds: 0,
  })
}
