import { PAYMENT_REASON_MAX } from '#domain/core/limits.ts'
import { PAYMENT_PROVIDERS } from '../access/fleet.ts'
import { Day, Id, Instant, Money, MoneySum, Text } from '../core/fields.ts'
import { pageFields, pageQuery } from '../core/paging.ts'
import { call, v4 } from '../core/route.ts'
import * as z from '../core/zod.ts'

export const PaymentProvider = z.enum(PAYMENT_PROVIDERS)
export type PaymentProvider = z.infer<typeof PaymentProvider>

/** Field code for a fuel card whose account is missing: people enter a WEX number themselves, Fleetcor's comes with the account. */
export const missingAccountCode = (provider: PaymentProvider) =>
  provider === 'Fleetcor' ? 'fleetcor_account_missing' : 'account_number_missing'

/** States of one attempt to charge (decision 45). `requested` and `unknown` are under way. */
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

/** What an entry of the money log says. Amounts are positive whatever the kind. */
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

/** Why a payment waits for a person. `running`: an attempt is under way, nothing can be done yet. */
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

/** A refund of a captured amount or a part of it. `requested`: the provider has not confirmed it yet. */
export const PaymentRefund = z.object({
  id: Id,
  created_at: Instant,
  amount: Money,
  /** What the person wrote; null: the system refunded it, for `reason_code`. */
  reason: z.nullable(z.string()),
  reason_code: z.nullable(z.string()),
  status: z.enum(['requested', 'refunded', 'failed']),
  /** Name of the person; null once the person was deleted. */
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

/** Why something happened. At most one of the two is set. */
export const noteFields = {
  /** What a person wrote, as they wrote it. */
  note: z.nullable(z.string()),
  /** The reason of the gateway, the bank or the system: a code such as `card_expired`, `dispute_fraud` or `paid_again`. */
  note_code: z.nullable(z.string()),
}

/** One attempt to charge. */
export const Payment = z.object({
  id: Id,
  created_at: Instant,
  attempt: z.int(),
  provider: PaymentProvider,
  /** 'Visa 1111', a PayPal address, 'WEX'. */
  method_of_payment: z.string(),
  status: PaymentStatus,
  /** Of a declined or failed attempt: a code, one of `DECLINE_REASONS` or a state of the gateway. */
  reason: z.nullable(z.string()),
  amount: Money,
  captured_amount: z.nullable(Money),
  refunded_amount: MoneySum,
  /** Name of the person; null: a policy or the system. */
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
  /** Null where no attempt was made: the order was settled outside of the platform. */
  payment_id: z.nullable(Id),
  provider: z.nullable(PaymentProvider),
  method_of_payment: z.nullable(z.string()),
})
export type PaymentActivity = z.infer<typeof PaymentActivity>

/** A card or PayPal account that the reader may pay with. */
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

/** What this person may do about an order whose money needs attention. */
export const PaymentReview = z.object({
  reason: ReviewReason,
  /** What is to be paid. */
  amount: MoneySum,
  /** Captures again what is held, or charges again what the last attempt charged, if this person may pay with it. */
  can_retry: z.boolean(),
  /** Charges one of `methods`, or an account. */
  can_charge: z.boolean(),
  can_settle_outside: z.boolean(),
  providers: z.array(z.object({ provider: PaymentProvider, is_ready: z.boolean() })),
  /** The default one first; empty where nothing can be charged by card. */
  methods: z.array(PayableMethod),
})
export type PaymentReview = z.infer<typeof PaymentReview>

/** Everything about the money of one order. */
export const OrderPayments = z.object({
  order_id: Id,
  pays_through_platform: z.boolean(),
  currency: z.enum(['USD', 'CAD']),
  /** Newest first. */
  payments: z.array(Payment),
  /** Newest first. */
  activities: z.array(PaymentActivity),
  /** What can still be refunded: captured, less what was refunded or is being refunded. */
  refundable: MoneySum,
  /** Whether this user may refund now. */
  can_refund: z.boolean(),
  /** Null while nothing needs attention. Without `payments.review`, all acts in it are false. */
  review: z.nullable(PaymentReview),
})
export type OrderPayments = z.infer<typeof OrderPayments>

/** An order or a month of a subscription whose money needs a person. */
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
  /** Why the last attempt of a month was declined, as `Payment.reason`; null for an order, or if nothing was attempted. */
  decline_reason: z.nullable(z.string()),
  amount: MoneySum,
  currency: z.enum(['USD', 'CAD']),
  since: Instant,
})
export type ReviewItem = z.infer<typeof ReviewItem>

const Reason = Text(PAYMENT_REASON_MAX)
const ofOrder = { id: Id }

export const paymentsContract = {
  /** Attempts, money log and what this user may do. */
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
   * Pays a captured amount, or a part of it, back. Answers with the refund in `requested` if the provider has not confirmed
   * it in time; it is continued in the background. Errors: order_status (nothing was captured), payment_running (another
   * refund is under way), payment_disputed (the bank would take the amount back twice), validation (`amount`: more than `refundable`).
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
   * In manual review: captures again what is held; where nothing is held, charges again with the provider and method of the
   * last attempt. A decline is no error: the answer shows it. Errors: order_status (not in manual review), payment_running,
   * validation (`payment_provider`, `payment_method_id`: the method is gone).
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
   * In manual review: releases what is held and charges another method. A decline is no error: the answer shows it.
   * Errors: as `retry`, and unavailable (what is held could not be released).
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
  /** In manual review: releases what is held; the order ends as paid at the shop. Errors: order_status, payment_running, unavailable. */
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
   * Charges a month of the subscription again that was declined on every day, with the default method. The charge follows
   * within a minute. Errors: order_status (the month is not in manual review).
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
   * What waits in manual review, oldest first: of the session's fleet; with `all_fleets`, of every fleet of the
   * management company (403 for everybody else).
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
