import { Day, Id, Instant, MoneySum } from '../core/fields.ts'
import * as z from '../core/zod.ts'

import { PayableMethod, PaymentProvider } from './payment.ts'

/** Why a payment needs manual review. `running`: an attempt is in progress, nothing can be done yet. */
const REVIEW_REASONS = [
  'running',
  'capture_failed',
  'declined',
  'not_authorized',
  'settlement_declined',
  'dispute_open',
  'dispute_lost',
  'subscription_failed',
] as const
export const ReviewReason = z.enum(REVIEW_REASONS)
export type ReviewReason = z.infer<typeof ReviewReason>

/** Actions that this user may take on an order whose payment needs attention. */
export const PaymentReview = z.object({
  reason: ReviewReason,
  /** Amount due, or the disputed amount if `reason` is `dispute_open`. */
  amount: MoneySum,
  /** Captures the authorized amount again, or repeats the last charge, if this user may pay with its method. */
  can_retry: z.boolean(),
  /** Charges one of `methods` or an account. */
  can_charge: z.boolean(),
  can_settle_outside: z.boolean(),
  providers: z.array(z.object({ provider: PaymentProvider, is_ready: z.boolean() })),
  /** Default first; empty if nothing can be charged by card. */
  methods: z.array(PayableMethod),
})
export type PaymentReview = z.infer<typeof PaymentReview>

/** An order or subscription month whose payment needs manual review. */
export const ReviewItem = z.object({
  kind: z.enum(['order', 'subscription']),
  fleet_id: Id,
  fleet_name: z.string(),
  order_id: z.nullable(Id),
  vehicle_name: z.nullable(z.string()),
  shop_name: z.nullable(z.string()),
  /** First day of the month that a subscription is charged for. */
  subscription_month: z.nullable(Day),
  reason: ReviewReason,
  /** Why the last attempt of a month was declined, as `Payment.reason`; null for orders and without attempts. */
  decline_reason: z.nullable(z.string()),
  amount: MoneySum,
  currency: z.enum(['USD', 'CAD']),
  since: Instant,
  /** Whether the settings of the fleet have the tab Payments, which has the retry of a month (TRX-027). */
  pays_through_app: z.boolean(),
})
export type ReviewItem = z.infer<typeof ReviewItem>
