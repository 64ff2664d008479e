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

/** The fleet as a customer of the gateway. */
export interface Customer {
  /** Ours, so that a request that is sent twice makes one customer. Letters, digits, '-' and '_', 36 at most. */
  id: string
  firstName: string
  lastName: string
  company: string
  email: string
  phone?: string
}

export interface CardCustomer extends Customer {
  phone: string
  /** Stands for the card, once (ruling 18). */
  nonce: string
}

export interface NewCard {
  /** Ours, so that a request that is sent twice stores one card. Letters, digits, '-' and '_', 36 at most. */
  token: string
  /** Stands for the card, once (ruling 18). */
  nonce: string
  cardholderName?: string
}

/**
 * `declined`: the bank refuses it. `expired`: so does the bank, or the gateway, because of its expiration date.
 * `duplicate`: this customer has it already. `invalid`: the nonce stands for no card.
 */
export type CardRejection = 'declined' | 'expired' | 'duplicate' | 'invalid'

/** The gateway looked at the card and does not take it. Whatever else goes wrong is thrown as it is. */
export class CardRejected extends Error {
  readonly reason: CardRejection
  constructor(reason: CardRejection) {
    super(`The card gateway refused the card: ${reason}`)
    this.reason = reason
  }
}

/** Why a bank, or the gateway, declined a charge. */
export type DeclineReason = (typeof DECLINE_REASONS)[number]
export const DECLINE_REASONS = [
  'insufficient_funds',
  'limit_exceeded',
  'card_expired',
  'card_invalid',
  'do_not_honor',
  'fraud',
  'currency',
  // The gateway refused the request itself, so that no bank was asked and nothing was charged.
  'amount_refused',
  'card_missing',
  'billing_zip',
  'request_refused',
  'other',
] as const

/** A transaction as the gateway has it. `captured` is submitted for settlement, or further. */
export interface GatewayTransaction {
  id: string
  kind: 'sale' | 'refund'
  status: 'authorized' | 'captured' | 'voided' | 'declined' | 'failed'
  amount: string
  /** Of a declined or failed one. */
  reason: string | null
}

export interface Charge {
  /** The attempt's own key; the gateway stores it as its order id. */
  key: string
  /** Of the stored card. */
  token: string
  amount: string
  currency: 'USD' | 'CAD'
}

/**
 * Keeps the cards that fleets pay with (ruling 18). Our server sees tokens and nonces, never a card. One contract test
 * holds for every implementation: tests/api/money/card-gateway.test.ts.
 */
export interface CardGateway {
  /** Which form the app shows. */
  kind: 'live' | 'sandbox'
  /** What the card form starts with. */
  clientToken(): Promise<string>
  /** Verifies the card and keeps it for a new customer. The same `id` again: the card that is kept. Throws CardRefused. */
  createCustomer(customer: CardCustomer): Promise<StoredCard>
  /** Makes a customer without a card; returns quietly if it exists. */
  ensureCustomer(customer: Customer): Promise<void>
  /** Verifies and stores another card of a customer. The same `token` again returns the stored card. Throws CardRefused. */
  addCard(customerId: string, card: NewCard): Promise<StoredCard>
  /** Forgets a card; returns quietly if there is none. */
  removeCard(token: string): Promise<void>
  /**
   * Holds an amount. The same key again returns the first transaction. A request that the gateway refuses is `declined`, with an
   * empty id. Throws if the outcome is not known.
   */
  authorize(charge: Charge): Promise<GatewayTransaction>
  /** Submits a held amount, or less, for settlement. Returns how the transaction stands, also where it was captured before. */
  capture(id: string, amount: string): Promise<GatewayTransaction>
  /** Releases a held amount. Returns how the transaction stands, also where it was voided before. */
  void(id: string): Promise<GatewayTransaction>
  /** Pays a captured amount, or a part of it, back. The same key again returns the first refund. */
  refund(id: string, refund: { key: string; amount: string }): Promise<GatewayTransaction>
  /** All transactions with a key. */
  find(key: string): Promise<GatewayTransaction[]>
  /** Forgets a customer with all cards; harmless when there is none. */
  removeCustomer(customerId: string): Promise<void>
}
