import { MaintenanceDocument } from '#contract/maintenance/history-record.ts'
import { PayableMethod, PaymentProvider } from '#contract/money/payment.ts'
import { DistanceUnit, Id, Instant, MoneySum, SignedMoneySum, Text } from '../core/fields.ts'
import * as z from '../core/zod.ts'
import { PolicyReason } from '../maintenance/policies.ts'
import { OrderRow } from './order-row.ts'
import { PromotionTerms } from './promotion-terms.ts'

/** Fault code of the telematics provider, attached to a request (TEL-031). */
export const FaultCode = z.object({ id: Text(100), name: Text(300) })

/** A user that an order names. */
export const OrderPerson = z.object({
  id: Id,
  name: z.string(),
  cellPhone: z.nullable(z.string()),
  email: z.string(),
  roles: z.array(z.string()),
})
export type OrderPerson = z.infer<typeof OrderPerson>

/**
 * Payment details for approving the order as it is now, for the current user. `remaining` assumes that all lines are
 * approved, and may be negative.
 */
const OrderPayment = z.object({
  pays_through_platform: z.boolean(),
  /** Providers of the fleet. Not ready: the user has no card to choose, or the fleet no account number. */
  providers: z.array(z.object({ provider: PaymentProvider, is_ready: z.boolean() })),
  remaining: SignedMoneySum,
  /** The payment of an approval is in progress, so no other approval can start. */
  is_running: z.boolean(),
})

/** A time in the shop's time zone, in the format of the fleet's country. */
export const ShopTime = z.pick(OrderRow, {
  appointment_datetime: true,
  appointment_date_pretty: true,
  appointment_time_pretty: true,
  appointment_time_zone: true,
})

/** A new time that a user of the fleet proposed and the shop has not answered yet. */
const TimeProposal = z.extend(ShopTime, {
  /** Null: the user left the fleet. */
  proposed_by: z.nullable(z.string()),
  proposed_at: Instant,
})

/** A complete order (SVC-045, APR-001..011). */
export const Order = z.extend(OrderRow, {
  odometer_units: DistanceUnit,
  /** Whether the shop's reading contradicts other readings (ruling 20); false once it or the wrong ones are ignored. */
  is_odometer_doubtful: z.boolean(),
  customer_comments: z.nullable(z.string()),
  fault_codes: z.array(FaultCode),
  originator: z.nullable(OrderPerson),
  /** Actions that this user may take on the order as it is now. */
  can_approve: z.boolean(),
  can_cancel: z.boolean(),
  can_edit: z.boolean(),
  /** Whether this user may propose another time for the appointment. */
  can_propose_time: z.boolean(),
  proposal: z.nullable(TimeProposal),
  /** Users who may approve or cancel it, for users who may not (APR-011, APR-047). */
  approvers: z.array(OrderPerson),
  cancel_users: z.array(OrderPerson),
  /**
   * Cards and PayPal accounts that the user may pay with; empty unless the order awaits approval and the fleet pays by
   * card.
   */
  braintree_payment_methods: z.array(PayableMethod),
  /** Provider of the earlier approval's authorization; null: none. */
  check_payment_method_of_previous_transaction: z.nullable(PaymentProvider),
  /** Null unless the order awaits approval. */
  payment: z.nullable(OrderPayment),
  /** Amount that an earlier approval authorized, while the order awaits approval. */
  previous_payments: MoneySum,
  /** The first is the applied one (SHP-028). Earlier servers send no terms. */
  promotions: z.array(
    z.object({ id: Id, name: z.string(), description: z.string(), terms: z.optional(PromotionTerms) }),
  ),
  /** The shop's photos of these services; `invoice_document_url.url` opens them. */
  photos: z.array(z.extend(MaintenanceDocument, { order_service_id: Id })),
  /** The shop's invoices. */
  invoices: z.array(MaintenanceDocument),
  last_approval_date: z.nullable(Instant),
  approver: z.nullable(z.string()),
  /** Why a policy approved it immediately or, while it waits, why the closest policy did not. */
  policy_reason: z.nullable(PolicyReason),
})
export type Order = z.infer<typeof Order>
