import { missingAccountCode, type PaymentProvider } from '#contract/money/payment.ts'
import type { Transaction } from '#server/db/database.ts'
import { Problem } from '#server/problem.ts'
import { accountOf } from './auto-approval.ts'
import { type PayingFleet, paymentsRepository as payments } from './payments.repository.ts'

/** The provider that an attempt charges, with its card or account number. */
export interface ChargeSource {
  provider: PaymentProvider
  methodId: number | null
  accountNumber: string | null
}

/** Returns the source of a user's choice. Errors: validation (`payment_provider`, `payment_method_id`). */
export async function chargeSourceOf(
  tx: Transaction,
  of: { fleetId: number; userId: number | null; fleet: PayingFleet },
  { provider, methodId }: { provider: PaymentProvider; methodId: number | null },
): Promise<ChargeSource> {
  if (!of.fleet.providers.includes(provider))
    throw new Problem('validation', { fields: { payment_provider: ['payment_provider'] } })
  if (provider !== 'Braintree') {
    const accountNumber = accountOf(of.fleet, provider)
    if (accountNumber === null)
      throw new Problem('validation', { fields: { payment_provider: [missingAccountCode(provider)] } })
    return { provider, methodId: null, accountNumber }
  }
  const usable = methodId === null ? null : await payments.usableMethod(tx, of.fleetId, methodId, of.userId)
  if (usable === null) throw new Problem('validation', { fields: { payment_method_id: ['payment_method'] } })
  return { provider, methodId: usable, accountNumber: null }
}
