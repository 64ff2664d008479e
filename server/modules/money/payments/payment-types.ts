import type { ApprovalDecision } from '../../orders/orders/approval-types.ts'

export type PaymentProvider = 'Braintree' | 'WEX' | 'Fleetcor'
export type PaymentStatus =
  | 'requested'
  | 'unknown'
  | 'authorized'
  | 'declined'
  | 'captured'
  | 'voided'
  | 'refunded'
  | 'failed'
export type PaymentActivityKind =
  | 'authorized'
  | 'declined'
  | 'captured'
  | 'voided'
  | 'refunded'
  | 'failed'
  | 'settled_outside'

/** One attempt to charge, as it is stored. Amounts are decimals as text. */
export interface PaymentRow {
  id: number
  fleet_id: number
  order_id: number | null
  subscription_month: string | null
  key: string
  provider: PaymentProvider
  method_id: number | null
  currency: 'USD' | 'CAD'
  amount: string
  capture_amount: string | null
  refunded_amount: string
  status: PaymentStatus
  reason: string | null
  gateway_id: string | null
  requested_by: number | null
  decision: ApprovalDecision | null
  sent_at: string | null
  next_action: 'capture' | 'void' | null
  tries: number
  created_at: string
}

export interface NewPayment {
  fleetId: number
  /** Exactly one of the two. */
  orderId?: number
  /** First day of the month. */
  month?: string
  provider: PaymentProvider
  methodId: number | null
  accountNumber: string | null
  currency: 'USD' | 'CAD'
  amount: string
  userId: number | null
  requestKey: string | null
  decision: ApprovalDecision | null
  /** After so many seconds the job takes the attempt up, if the request that made it did not. */
  waitSeconds: number
}

/** How one order is paid. */
export type PaymentChoice =
  | { provider: 'Braintree'; payment_method_id: number }
  | { provider: 'WEX' }
  | { provider: 'Fleetcor' }

/** What approving an order that comes to some total needs. */
export interface PaymentNeed {
  paysThroughPlatform: boolean
  /** Providers that the fleet can choose from; not ready: no card, or no account number. */
  providers: { provider: PaymentProvider; isReady: boolean }[]
  /** Held by an earlier approval of this order. */
  previous: { paymentId: number; provider: PaymentProvider; methodOfPayment: string; amount: string } | null
  /** The total less what is held; may be negative. */
  remaining: string
  needsAuthorization: boolean
}

export type AuthorizationOutcome =
  /** The order is approved. `paymentId` is null if nothing had to be held. */
  | { outcome: 'authorized'; paymentId: number | null }
  | { outcome: 'declined'; reason: string }
  | { outcome: 'unknown' }
