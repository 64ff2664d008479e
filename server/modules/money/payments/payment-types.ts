import type { PaymentProvider, PaymentStatus } from '#contract/money/payment.ts'
import type { GatewayTransaction } from '#server/integrations/card-gateway/port.ts'
import type { ApprovalDecision } from '#server/modules/orders/orders/lifecycle/approval-types.ts'
import type { DatabaseUseCase, UseCase } from '#server/use-case.ts'

/** What a step of a payment needs besides the database. */
export type PaymentPort = 'cards' | 'announce' | 'log' | 'paymentTimings'

/** A use case that calls the gateway between two of its transactions. */
export type PaymentUseCase = UseCase<PaymentPort> & DatabaseUseCase<PaymentPort>

export interface PaymentKey {
  id: number
  fleet_id: number
}

/** The gateway's response: the state of the transaction, `not_found`, or no response. */
export type GatewayResult = { transaction: GatewayTransaction } | 'not_found' | 'no_response'

/** One attempt to charge, as stored. Amounts are decimal strings. */
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
  /** A server is calling the gateway for it now. */
  is_claimed: boolean
  /** Age by the clock of the database. The clock of a server may differ from it by minutes. */
  sent_seconds_ago: number
  created_seconds_ago: number
}

export interface NewPayment {
  fleetId: number
  /** Exactly one of `orderId` and `month` is set. */
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
  /** Delay after which the job runs the attempt, if the request that created it did not. */
  waitSeconds: number
}

/** How an order with a given total is paid. */
export interface PaymentNeed {
  paysThroughPlatform: boolean
  /** Providers that the fleet can choose from. Not ready: it has no card or no account number. */
  providers: { provider: PaymentProvider; isReady: boolean }[]
  /** Authorized by an earlier approval of this order. */
  previous: { provider: PaymentProvider; amount: string } | null
  /** The total minus the authorized amount; may be negative. */
  remaining: string
  /** An attempt is in progress, so no other can start. */
  isRunning: boolean
}
