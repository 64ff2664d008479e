import { CARD_TOKENS, SIGN_UP_WINDOW_MINUTES } from '#contract/core/limits.ts'
import type { PaymentMethod } from '#contract/money/payment-methods.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import { type CardGateway, CardRefused, type StoredCard } from '#server/integrations/card-gateway/port.ts'
import { admit } from '#server/modules/access/session/attempts.ts'
import { networkOf } from '#server/modules/access/session/limits.ts'
import { Problem } from '#server/problem.ts'
import { insertPaymentMethod, listPaymentMethods } from './payment-methods.repository.ts'

/** How fleets pay: what the card gateway holds for them (ruling 18). */
export function paymentMethodsService({ db, cards }: { db: Database; cards: CardGateway }) {
  return {
    list: (tx: Transaction, fleetId: number): Promise<PaymentMethod[]> => listPaymentMethods(tx, fleetId),

    /** Errors: too_many, unavailable. */
    async clientToken(ip: string) {
      await admit(db, `card-token-net:${networkOf(ip)}`, CARD_TOKENS, SIGN_UP_WINDOW_MINUTES * 60)
      const token = await cards.clientToken().catch(unreachable)
      return { client_token: token, gateway: cards.kind }
    },

    /** A call to the gateway; errors: card_refused (with the reason as the field's code), unavailable. */
    async take(call: () => Promise<StoredCard>): Promise<StoredCard> {
      try {
        return await call()
      } catch (error) {
        if (!(error instanceof CardRefused)) return unreachable(error)
        throw new Problem('card_refused', { fields: { payment_method_nonce: [`card_${error.reason}`] } })
      }
    },

    /** Keeps what the gateway took, in the transaction of its cause. */
    keep: (tx: Transaction, of: { fleetId: number; userId: number }, card: StoredCard) =>
      insertPaymentMethod(tx, of, card),
  }
}
export type PaymentMethodsService = ReturnType<typeof paymentMethodsService>

/** The gateway did not answer, or not in its own words. */
function unreachable(cause: unknown): never {
  throw Object.assign(new Problem('unavailable', { retryAfter: 10 }), { cause })
}
