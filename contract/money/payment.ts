import { PAYMENT_PROVIDERS } from '../access/fleet.ts'
import { Id, Instant, Money, MoneySum } from '../core/fields.ts'
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
const PAYMENT_STATUSES = [
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
const PAYMENT_ACTIVITY_KINDS = [
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
  'dispute_returned',
] as const
export const PaymentActivityKind = z.enum(PAYMENT_ACTIVITY_KINDS)
export type PaymentActivityKind = z.infer<typeof PaymentActivityKind>

/** A full or partial refund of a captured amount. `requested`: the provider has not confirmed it yet. */
const PaymentRefund = z.object({
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

/** A chargeback that the card holder opened at the bank. */
const PaymentDispute = z.object({
  status: z.enum(['open', 'won', 'lost']),
  amount: MoneySum,
  opened_at: Instant,
})

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
  /** The first of `disputes`; all that apps before December 2026 read. */
  dispute: z.nullable(PaymentDispute),
  /** Open ones first, then newest first. Older servers omit it. */
  disputes: z.optional(z.array(PaymentDispute)),
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
