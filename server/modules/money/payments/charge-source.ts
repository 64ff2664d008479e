import { missingAccountCode, type PaymentProvider } from '#contract/money/payment.ts'
import type { Transaction } from '#server/db/database.ts'
import { Problem } from '#server/problem.ts'
import { type PayingFleet, paymentsRepository as payments } from './payments.repository.ts'

/** The provider that an attempt charges, with its card or account number. */
export interface ChargeSource {
  provider: PaymentProvider
  methodId: number | null
  accountNumber: string | null
}

/**
 * Returns the source of a user's choice; without a provider, the fleet's only one (APR-048 to APR-051). Errors: validation
 * (`payment_provider`, `payment_method_id`).
 */
export async function chargeSourceOf(
  tx: Transaction,
  { fleetId, userId, fleet }: { fleetId: number; userId: number | null; fleet: PayingFleet },
  choice: { provider: PaymentProvider | undefined; methodId: number | null },
): Promise<ChargeSource> {
  const only = fleet.providers.length === 1 ? fleet.providers[0] : undefined
  const provider = choice.provider ?? only
  if (provider === undefined || !fleet.providers.includes(provider))
    throw new Problem('validation', { fields: { payment_provider: ['payment_provider'] } })
  if (provider !== 'Braintree') {
    if (choice.methodId !== null)
      throw new Problem('validation', { fields: { payment_method_id: ['invalid'] } })
    const accountNumber = accountOf(fleet, provider)
    if (accountNumber === null)
      throw new Problem('validation', { fields: { payment_provider: [missingAccountCode(provider)] } })
    return { provider, methodId: null, accountNumber }
  }
  const { methodId } = choice
  const usable = methodId === null ? null : await payments.usableMethod(tx, fleetId, methodId, userId)
  if (usable === null) throw new Problem('validation', { fields: { payment_method_id: ['payment_method'] } })
  return { provider, methodId: usable, accountNumber: null }
}

/** Returns the account number that a provider charges; null if there is none, or if the provider charges cards. */
export function accountOf(fleet: PayingFleet, provider: PaymentProvider): string | null {
  if (provider === 'WEX') return fleet.wex_number
  return provider === 'Fleetcor' ? fleet.fleetcor_account : null
}
