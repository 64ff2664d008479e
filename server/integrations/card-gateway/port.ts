/** A card or PayPal account stored by the gateway: its displayable data, and the token that pays with it. */
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

/** A fleet as a customer of the gateway. */
export interface Customer {
  /** Our id, so that a retried request creates one customer. Letters, digits, '-' and '_', at most 36. */
  id: string
  firstName: string
  lastName: string
  company: string
  email: string
  phone?: string
}

export interface CardCustomer extends Customer {
  phone: string
  /** Single-use reference to the card (ruling 18). */
  nonce: string
}

export interface NewCard {
  /** Our token, so that a retried request stores one card. Letters, digits, '-' and '_', at most 36. */
  token: string
  /** Single-use reference to the card (ruling 18). */
  nonce: string
  cardholderName?: string
}

/**
 * `declined`: rejected by the bank. `expired`: rejected by the bank or the gateway because of its expiration date.
 * `duplicate`: the customer has this card already. `invalid`: the nonce references no card.
 */
type CardRejection = 'declined' | 'expired' | 'duplicate' | 'invalid'

/** Thrown when the gateway rejects the card. Other errors are thrown unchanged. */
export class CardRejected extends Error {
  readonly reason: CardRejection
  constructor(reason: CardRejection) {
    super(`The card gateway refused the card: ${reason}`)
    this.reason = reason
  }
}

/** Reason why a bank or the gateway declined a charge. */
export type DeclineReason = (typeof DECLINE_REASONS)[number]
export const DECLINE_REASONS = [
  'insufficient_funds',
  'limit_exceeded',
  'card_expired',
  'card_invalid',
  'do_not_honor',
  'fraud',
  'currency',
  // The gateway rejected the request itself: no bank was contacted and nothing was charged.
  'amount_refused',
  'card_missing',
  'billing_zip',
  'request_refused',
  'other',
] as const

/** A transaction at the gateway. `captured` means submitted for settlement, or later. */
export interface GatewayTransaction {
  id: string
  kind: 'sale' | 'refund'
  status: 'authorized' | 'captured' | 'voided' | 'declined' | 'failed'
  amount: string
  /** Set if it was declined or failed. */
  reason: string | null
}

/**
 * How the settlement of a captured amount ended. `declined`: the amount was not paid. A sale that was voided after its
 * capture counts as settled.
 */
export type SettlementResult = 'pending' | 'settled' | 'declined'

export interface Charge {
  /** Unique key of the attempt. The gateway stores it as its order id. */
  key: string
  /** Token of the stored card. */
  token: string
  amount: string
  currency: 'USD' | 'CAD'
}

/**
 * Stores and charges the fleets' cards (ruling 18). Our server handles tokens and nonces, never card numbers. All
 * implementations pass the same contract test: tests/api/money/card-gateway.test.ts.
 */
export interface CardGateway {
  /** Selects the card form in the app. */
  kind: 'live' | 'sandbox'
  /** Initializes the card form. */
  clientToken(): Promise<string>
  /**
   * Verifies the card and stores it for a new customer. The same `id` again returns the stored card. Throws
   * CardRejected.
   */
  createCustomer(customer: CardCustomer): Promise<StoredCard>
  /** Creates a customer without a card. Idempotent. */
  ensureCustomer(customer: Customer): Promise<void>
  /**
   * Verifies and stores another card of a customer. The same `token` again returns the stored card. Throws
   * CardRejected.
   */
  addCard(customerId: string, card: NewCard): Promise<StoredCard>
  /**
   * Lists the customer's stored cards that look like the card of a nonce: same brand, last digits and expiration date,
   * or the same PayPal account. The nonce may have been used.
   */
  storedLike(customerId: string, nonce: string): Promise<StoredCard[]>
  /** Removes a card. Idempotent. */
  removeCard(token: string): Promise<void>
  /**
   * Authorizes an amount. The same key again returns the first transaction. A request that the gateway rejects is
   * `declined`, with an empty id. Throws if the outcome is unknown.
   */
  authorize(charge: Charge): Promise<GatewayTransaction>
  /**
   * Submits an authorized amount, or less, for settlement. Returns the transaction's state, also if it was captured
   * before.
   */
  capture(id: string, amount: string): Promise<GatewayTransaction>
  /** Returns how the settlement of a captured sale ended. */
  settlementOf(id: string): Promise<SettlementResult>
  /** Releases an authorized amount. Returns the transaction's state, also if it was voided before. */
  void(id: string): Promise<GatewayTransaction>
  /** Refunds a captured amount, or part of it. The same key again returns the first refund. */
  refund(id: string, refund: { key: string; amount: string }): Promise<GatewayTransaction>
  /** Returns all transactions with a key. */
  find(key: string): Promise<GatewayTransaction[]>
  /** Removes a customer with all cards. Idempotent. */
  removeCustomer(customerId: string): Promise<void>
}
