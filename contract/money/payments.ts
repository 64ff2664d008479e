import { PAYMENT_REASON_MAX } from '#domain/core/limits.ts'
import { Day, Id, Money, MoneySum, Text } from '../core/fields.ts'
import { pageFields, pageQuery } from '../core/paging.ts'
import { call, v4 } from '../core/route.ts'
import * as z from '../core/zod.ts'

import { Payment, PaymentActivity, PaymentProvider } from './payment.ts'
import { PaymentReview, ReviewItem } from './payment-review.ts'

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
      summary: 'Mark an order in manual review as settled outside the platform',
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
