import { PAYMENT_REASON_MAX } from '#domain/core/limits.ts'
import { PAYMENT_PROVIDERS } from '../access/fleet.ts'
import { Day, Id, Instant, Money, MoneySum, Text } from '../core/fields.ts'
import { pageFields, pageQuery } from '../core/paging.ts'
import { call, v4 } from '../core/route.ts'
import * as z from '../core/zod.ts'

export const PaymentProvider = z.enum(PAYMENT_PROVIDERS)
export type PaymentProvider = z.infer<typeof PaymentProvider>

/**
 * Returns the field code for a fuel card without an account: users enter a WEX number; Fleetcor's comes with the
 * account.
 */
export const missingAccountCode = (provider: PaymentProvider) =>
  provider === 'Fleetcor' ? 'fleetcor_account_missing' : 'account_number_missing'

/** States of a payment attempt (decision 45). `requested` and `unknown` are in progress. */
export const PAYMENT_STATUSES = [
  'requested',
  'unknown',
  'authorized',
  'declined',
  'captured',
  'voided',
  'refunded',
  'failed',
] as const
export const PaymentStatus = z.enum(PAYMENT_STATUSES)
export type PaymentStatus = z.infer<typeof PaymentStatus>

/** Kinds of money log entries. Amounts are positive for every kind. */
export const PAYMENT_ACTIVITY_KINDS = [
  'authorized',
  'declined',
  'captured',
  'voided',
  'refunded',
  'failed',
  'settled_outside',
  'settlement_declined',
  'dispute_opened',
  'dispute_won',
  'dispute_lost',
] as const
export const PaymentActivityKind = z.enum(PAYMENT_ACTIVITY_KINDS)
export type PaymentActivityKind = z.infer<typeof PaymentActivityKind>

/** Why a payment needs manual review. `running`: an attempt is in progress, nothing can be done yet. */
export const REVIEW_REASONS = [
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

/** A full or partial refund of a captured amount. `requested`: the provider has not confirmed it yet. */
export const PaymentRefund = z.object({
  id: Id,
  created_at: Instant,
  amount: Money,
  /** Text that the user entered; null: an automatic refund, for `reason_code`. */
  reason: z.nullable(z.string()),
  reason_code: z.nullable(z.string()),
  status: z.enum(['requested', 'refunded', 'failed']),
  /** Name of the user; null if the user was deleted. */
  requested_by: z.nullable(z.string()),
})
export type PaymentRefund = z.infer<typeof PaymentRefund>

/** A chargeback that the card holder opened at the bank. */
export const PaymentDispute = z.object({
  status: z.enum(['open', 'won', 'lost']),
  amount: MoneySum,
  opened_at: Instant,
})
export type PaymentDispute = z.infer<typeof PaymentDispute>

/** Reason for an event. At most one of the two is set. */
export const noteFields = {
  /** Text that a user entered. */
  note: z.nullable(z.string()),
  /** Code of the gateway, the bank or the system, such as `card_expired`, `dispute_fraud` or `paid_again`. */
  note_code: z.nullable(z.string()),
}

/** A payment attempt. */
export const Payment = z.object({
  id: Id,
  created_at: Instant,
  attempt: z.int(),
  provider: PaymentProvider,
  /** 'Visa 1111', a PayPal address, 'WEX'. */
  method_of_payment: z.string(),
  status: PaymentStatus,
  /** For a declined or failed attempt: one of `DECLINE_REASONS`, or a state of the gateway. */
  reason: z.nullable(z.string()),
  amount: Money,
  captured_amount: z.nullable(Money),
  refunded_amount: MoneySum,
  /** Name of the user; null: a policy or the system. */
  requested_by: z.nullable(z.string()),
  /** Newest first. */
  refunds: z.array(PaymentRefund),
  dispute: z.nullable(PaymentDispute),
})
export type Payment = z.infer<typeof Payment>

export const PaymentActivity = z.object({
  id: Id,
  created_at: Instant,
  kind: PaymentActivityKind,
  amount: MoneySum,
  /** Null: the system. */
  acting_user: z.nullable(z.string()),
  ...noteFields,
  /** Null without an attempt: the order was settled outside the platform. */
  payment_id: z.nullable(Id),
  provider: z.nullable(PaymentProvider),
  method_of_payment: z.nullable(z.string()),
})
export type PaymentActivity = z.infer<typeof PaymentActivity>

/** A card or PayPal account that the current user may pay with. */
export const PayableMethod = z.object({
  id: Id,
  type: z.enum(['credit_card', 'paypal_account']),
  /** Null for PayPal. */
  card_type: z.nullable(z.string()),
  last_4: z.nullable(z.string()),
  /** Of the PayPal account, or for receipts. */
  email: z.nullable(z.string()),
  name: z.nullable(z.string()),
  /** Nickname, else the email address. */
  label: z.nullable(z.string()),
  expiration_date: z.nullable(z.string()),
  is_default: z.boolean(),
})
export type PayableMethod = z.infer<typeof PayableMethod>

/** Actions that this user may take on an order whose payment needs attention. */
export const PaymentReview = z.object({
  reason: ReviewReason,
  /** Amount due. */
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

/** All payment data of one order. */
export const OrderPayments = z.object({
  order_id: Id,
  pays_through_platform: z.boolean(),
  currency: z.enum(['USD', 'CAD']),
  /** Newest first. */
  payments: z.array(Payment),
  /** Newest first. */
  activities: z.array(PaymentActivity),
  /** Amount that can still be refunded: captured, less completed and pending refunds. */
  refundable: MoneySum,
  /** Whether this user may refund now. */
  can_refund: z.boolean(),
  /** Null if nothing needs attention. Without `payments.review`, all actions in it are false. */
  review: z.nullable(PaymentReview),
})
export type OrderPayments = z.infer<typeof OrderPayments>

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
})
export type ReviewItem = z.infer<typeof ReviewItem>

const Reason = Text(PAYMENT_REASON_MAX)
const ofOrder = { id: Id }

export const paymentsContract = {
  /** Returns attempts, the money log and what this user may do. */
  ofOrder: call({ access: 'payments.read' })
    .route({
      method: 'GET',
      path: v4('/orders/{id}/payments'),
      tags: ['money'],
      summary: 'Payments of an order',
    })
    .input(z.object(ofOrder))
    .output(OrderPayments),
  /**
   * Refunds a captured amount, fully or partially. Returns the refund as `requested` if the provider has not confirmed
   * it in time; a job continues it. Errors: order_status (nothing was captured), payment_running (another refund is in
   * progress), payment_disputed (the bank would take the amount back twice), validation (`amount`: more than
   * `refundable`).
   */
  refund: call({
    access: 'payments.refund',
    kind: 'write',
    idempotent: true,
    problems: ['order_status', 'payment_running', 'payment_disputed'],
  })
    .route({
      method: 'POST',
      path: v4('/orders/{id}/refunds'),
      tags: ['money'],
      summary: 'Refund an order',
      successStatus: 201,
    })
    .input(z.object({ ...ofOrder, amount: Money, reason: Reason }))
    .output(OrderPayments),
  /**
   * In manual review: captures the authorized amount again, or charges the provider and method of the last attempt if
   * nothing is authorized. A decline is not an error; the response shows it. Errors: order_status (not in manual
   * review), payment_running, validation (`payment_provider`, `payment_method_id`: the method no longer exists).
   */
  retry: call({
    access: 'payments.review',
    kind: 'write',
    idempotent: true,
    problems: ['order_status', 'payment_running'],
  })
    .route({
      method: 'POST',
      path: v4('/orders/{id}/payments/retry'),
      tags: ['money'],
      summary: 'Retry the payment of an order in manual review',
    })
    .input(z.object(ofOrder))
    .output(OrderPayments),
  /**
   * In manual review: releases the authorized amount and charges another method. A decline is not an error; the
   * response shows it. Errors: as `retry`, and unavailable (the authorization could not be released).
   */
  charge: call({
    access: 'payments.review',
    kind: 'write',
    idempotent: true,
    problems: ['order_status', 'payment_running'],
  })
    .route({
      method: 'POST',
      path: v4('/orders/{id}/payments/charge'),
      tags: ['money'],
      summary: 'Charge another method for an order in manual review',
    })
    .input(z.object({ ...ofOrder, payment_provider: PaymentProvider, payment_method_id: z.optional(Id) }))
    .output(OrderPayments),
  /**
   * In manual review: releases the authorized amount and ends the order as paid at the shop. Errors: order_status,
   * payment_running, unavailable.
   */
  settleOutside: call({
    access: 'payments.review',
    kind: 'write',
    idempotent: true,
    problems: ['order_status', 'payment_running'],
  })
    .route({
      method: 'POST',
      path: v4('/orders/{id}/payments/settle_outside'),
      tags: ['money'],
      summary: 'Mark an order in manual review as settled outside of the platform',
    })
    .input(z.object({ ...ofOrder, reason: Reason }))
    .output(OrderPayments),
  /**
   * Charges a subscription month again after all its attempts were declined, with the default method. The charge
   * follows within a minute. Errors: order_status (the month is not in manual review).
   */
  retrySubscription: call({
    access: 'payments.review',
    kind: 'write',
    idempotent: true,
    problems: ['order_status'],
  })
    .route({
      method: 'POST',
      path: v4('/subscription_months/{subscription_month}/retry'),
      tags: ['money'],
      summary: 'Retry the payment of a subscription',
    })
    .input(z.object({ subscription_month: Day }))
    .output(z.object({ subscription_month: Day })),
  /**
   * Lists payments in manual review, oldest first: of the session's fleet; with `all_fleets`, of every fleet of the
   * management company (403 for other users).
   */
  manualReview: call({ access: 'payments.review' })
    .route({
      method: 'GET',
      path: v4('/payments/manual_review'),
      tags: ['money'],
      summary: 'Payments in manual review',
    })
    .input(z.object({ all_fleets: z._default(z.boolean(), false), ...pageQuery(50, 200) }))
    .output(z.object({ items: z.array(ReviewItem), ...pageFields })),
}
