import type { PaymentProvider, PaymentStatus } from '#contract/money/payments.ts'
import type { ApprovalDecision } from '../../orders/orders/approval-types.ts'

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
  /** A server is calling the gateway for it right now. */
  is_claimed: boolean
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
  /** An attempt is under way: nothing else can be started. */
  isRunning: boolean
}

export type AuthorizationOutcome =
  /** The order is approved. `paymentId` is null if nothing had to be held. */
  | { outcome: 'authorized'; paymentId: number | null }
  | { outcome: 'declined'; reason: string }
  | { outcome: 'unknown' }
  /** The amount was held and released again, because the order had changed. */
  | { outcome: 'withdrawn' }
