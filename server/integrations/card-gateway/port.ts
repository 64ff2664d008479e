/** A card, or a PayPal account, as the gateway holds it: what may be shown, and the token that pays with it. */
export interface StoredCard {
  token: string
  type: 'credit_card' | 'paypal_account'
  /** 'Visa'; null for PayPal. */
  cardType: string | null
  last4: string | null
  /** 'MM/YYYY'; null for PayPal. */
  expirationDate: string | null
  cardholderName: string | null
  email: string | null
}

export interface CardCustomer {
  /** Ours, so that the same sign-up sent twice is one customer there too. Letters, digits, '-' and '_', 36 at most. */
  id: string
  firstName: string
  lastName: string
  company: string
  email: string
  phone: string
  /** Stands for the card, once (ruling 18). */
  nonce: string
}

/** `declined`: the bank refuses it. `duplicate`: this customer has it already. `invalid`: the nonce stands for no card. */
export type CardRefusal = 'declined' | 'duplicate' | 'invalid'

/** The gateway looked at the card and does not take it. Whatever else goes wrong is thrown as it is. */
export class CardRefused extends Error {
  readonly reason: CardRefusal
  constructor(reason: CardRefusal) {
    super(`The card gateway refused the card: ${reason}`)
    this.reason = reason
  }
}

/**
 * Keeps the cards that fleets pay with (ruling 18). Our server sees tokens and nonces, never a card. One contract test
 * holds for every implementation: card-gateway.test.ts.
 */
export interface CardGateway {
  /** Which form the app shows. */
  kind: 'live' | 'sandbox'
  /** What the card form starts with. */
  clientToken(): Promise<string>
  /** Verifies the card and keeps it for a new customer. The same `id` again: the card that is kept. Throws CardRefused. */
  createCustomer(customer: CardCustomer): Promise<StoredCard>
  /** Verifies and keeps another card of a customer. Throws CardRefused. */
  addCard(customerId: string, nonce: string): Promise<StoredCard>
  /** Forgets a customer with all cards; harmless when there is none. */
  removeCustomer(customerId: string): Promise<void>
}
