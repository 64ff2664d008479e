import { missingAccountCode, type PaymentProvider } from '#contract/money/payment.ts'
import type { Transaction } from '#server/db/database.ts'
import { isUniqueViolation } from '#server/db/database-errors.ts'
import { Problem } from '#server/problem.ts'
import type { NewPayment } from './payment-types.ts'
import { type PayingFleet, paymentsRepository as payments } from './payments.repository.ts'

/** Another attempt for the order is in progress. */
export const paymentRunning = () => new Problem('payment_running', { retryAfter: 10 })

/**
 * Adds an attempt for an order and returns its id. `advancePayment` calls the gateway after the commit. Errors:
 * payment_running.
 */
export async function startCharge(tx: Transaction, payment: NewPayment): Promise<number> {
  try {
    return await tx.attempt(() => payments.insert(tx, payment))
  } catch (error) {
    if (isUniqueViolation(error, 'payments_one_live')) throw paymentRunning()
    throw error
  }
}

/** The provider that an attempt charges, with its card or account number. */
export interface ChargeSource {
  provider: PaymentProvider
  methodId: number | null
  accountNumber: string | null
}

/** Returns the source of a user's choice. Errors: validation (`payment_provider`, `payment_method_id`). */
export async function chargeSourceOf(
  tx: Transaction,
  payer: { fleetId: number; userId: number | null; fleet: PayingFleet },
  { provider, methodId }: { provider: PaymentProvider; methodId: number | null },
): Promise<ChargeSource> {
  if (!payer.fleet.providers.includes(provider))
    throw new Problem('validation', { fields: { payment_provider: ['payment_provider'] } })
  if (provider !== 'Braintree') {
    const accountNumber = accountOf(payer.fleet, provider)
    if (accountNumber === null)
      throw new Problem('validation', { fields: { payment_provider: [missingAccountCode(provider)] } })
    return { provider, methodId: null, accountNumber }
  }
  const usable =
    methodId === null ? null : await payments.usableMethod(tx, payer.fleetId, methodId, payer.userId)
  if (usable === null) throw new Problem('validation', { fields: { payment_method_id: ['payment_method'] } })
  return { provider, methodId: usable, accountNumber: null }
}

/** Returns the account number that a provider charges; null if there is none, or if the provider charges cards. */
export function accountOf(fleet: PayingFleet, provider: PaymentProvider): string | null {
  if (provider === 'WEX') return fleet.wex_number
  return provider === 'Fleetcor' ? fleet.fleetcor_account : null
}
