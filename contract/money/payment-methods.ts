import { METHOD_USERS_MAX } from '#domain/core/limits.ts'
import { PATTERNS } from '#domain/core/patterns.ts'
import { normalizeZip } from '#domain/core/zip.ts'
import { Id, SingleLineText, Text } from '../core/fields.ts'
import { call, v4 } from '../core/route.ts'
import * as z from '../core/zod.ts'

/** In `customer_ids`: every user of the fleet (CST-005). */
export const ALL_USERS = 999_999_999_999

/** Users who may pay with the method, in addition to the user who added it. */
const CustomerIds = z.array(Id).check(z.maxLength(METHOD_USERS_MAX, 'too_many'))

const Email = z.string('email').check(z.trim(), z.maxLength(254), z.regex(PATTERNS.email, 'email'))

const NickName = SingleLineText(60)
const BillingAddress = Text(200)
/** The service checks it against the fleet's country. Stored as 'A1A 1A1'. */
const BillingZip = SingleLineText(10).check(z.overwrite(normalizeZip))

/** Fields of our form in addition to the drop-in (PAY-028, PAY-029); `name` is a nickname. None of it is card data. */
const ownFields = {
  name: z.optional(NickName),
  billing_address: z.optional(BillingAddress),
  billing_zip: z.optional(BillingZip),
  email: z.optional(Email),
}
/** The same for a change: null clears a field; fields that are left out stay unchanged. */
const changedFields = {
  name: z.optional(z.nullable(NickName)),
  billing_address: z.optional(z.nullable(BillingAddress)),
  billing_zip: z.optional(z.nullable(BillingZip)),
  email: z.optional(z.nullable(Email)),
}

/** A card or PayPal account that the gateway holds for the fleet (PAY-027). No card number ever reaches this server. */
export const PaymentMethod = z.object({
  id: Id,
  /** The user who added it. */
  owner_id: Id,
  customer_name: z.string(),
  type: z.enum(['credit_card', 'paypal_account']),
  /** 'Visa'; null for PayPal. */
  card_type: z.nullable(z.string()),
  last_4: z.nullable(z.string()),
  /** 'MM/YYYY'. */
  expiration_date: z.nullable(z.string()),
  /** Of the PayPal account, or for receipts. */
  email: z.nullable(z.string()),
  cardholder_name: z.nullable(z.string()),
  name: z.nullable(z.string()),
  billing_address: z.nullable(z.string()),
  billing_zip: z.nullable(z.string()),
  /** `[ALL_USERS]` for all users. */
  customer_ids: z.array(Id),
  /** Names of `customer_ids`, without the sentinel. */
  customers: z.array(z.object({ id: Id, name: z.string() })),
  has_active_orders: z.boolean(),
  /** Pays the subscription and, if all users may use it, automatic approvals. */
  is_default: z.boolean(),
  /** What this user may do with it (PAY-018, PAY-022, PAY-024). */
  can_edit: z.boolean(),
  can_set_default: z.boolean(),
  rev: z.int(),
})
export type PaymentMethod = z.infer<typeof PaymentMethod>

/** A new method, as sent. The nonce references the card (PAY-014). */
export const NewPaymentMethod = z.object({
  nonce: SingleLineText(200),
  customer_ids: z._default(CustomerIds, []),
  cardholder_name: z.optional(SingleLineText(120)),
  ...ownFields,
})
export type NewPaymentMethod = z.infer<typeof NewPaymentMethod>

/** A change, as sent. null clears a field; fields that are left out stay unchanged. */
export const PaymentMethodChange = z.object({ id: Id, customer_ids: CustomerIds, ...changedFields })
export type PaymentMethodChange = z.infer<typeof PaymentMethodChange>

/** WEX numbers have 13 digits (PAY-032). */
export const AccountNumber = z
  .string('account_number')
  .check(z.maxLength(13, 'account_number'), z.regex(/^\d{13}$/, 'account_number'))

export const FleetPaymentMapping = z.object({
  fleet_id: Id,
  /** The fleet's WEX account number; null: none yet. */
  account_number: z.nullable(z.string()),
})
export type FleetPaymentMapping = z.infer<typeof FleetPaymentMapping>

export const paymentMethodsContract = {
  /** The fleet's payment methods, the default one first (PAY-015). */
  list: call({ access: 'payments.read' })
    .route({
      method: 'GET',
      path: v4('/braintree_payment_methods'),
      tags: ['money'],
      summary: 'Payment methods of the fleet',
    })
    .output(z.object({ payment_methods: z.array(PaymentMethod) })),
  /**
   * Stores the card or account of a nonce. Errors: card_refused (the reason is the code of the field `nonce`, or
   * `card_expired` at `expiration`), validation (`id`: users of another fleet; `zip` or `postal_code`: invalid in the
   * fleet's country), unavailable.
   */
  create: call({
    access: 'payments.add',
    kind: 'write',
    idempotent: true,
    problems: ['card_refused', 'too_many'],
  })
    .route({
      method: 'POST',
      path: v4('/braintree_payment_methods'),
      tags: ['money'],
      summary: 'Add a payment method',
      successStatus: 201,
    })
    .input(NewPaymentMethod)
    .output(PaymentMethod),
  /** Changes who may pay with the method, and our own fields. 403 unless the caller added it or has `payments.edit`. */
  update: call({ access: 'payments.add', kind: 'write', idempotent: true })
    .route({
      method: 'PUT',
      path: v4('/braintree_payment_methods/{id}'),
      tags: ['money'],
      summary: 'Change a payment method',
    })
    .input(PaymentMethodChange)
    .output(PaymentMethod),
  /** Errors: payment_method_in_use (an open order is paid with it), payment_method_default. */
  destroy: call({
    access: 'payments.add',
    kind: 'write',
    idempotent: true,
    problems: ['payment_method_in_use', 'payment_method_default'],
  })
    .route({
      method: 'DELETE',
      path: v4('/braintree_payment_methods/{id}'),
      tags: ['money'],
      summary: 'Delete a payment method',
    })
    .input(z.object({ id: Id }))
    .output(z.object({ success: z.literal(true), id: Id })),
  /** The method that pays the subscription and automatic approvals (PAY-019). */
  setDefault: call({
    access: 'payments.setSubscription',
    kind: 'write',
    idempotent: true,
    withoutIfMatch: true,
  })
    .route({
      method: 'PUT',
      path: v4('/braintree_payment_methods/{id}/set_default'),
      tags: ['money'],
      summary: 'Make a payment method the default',
    })
    .input(z.object({ id: Id }))
    .output(PaymentMethod),
  /** The WEX account number of the session's fleet (PAY-030). */
  mapping: call({ access: 'payments.read' })
    .route({
      method: 'GET',
      path: v4('/fleets/{fleetId}/fleet_payment_mapping'),
      tags: ['money'],
      summary: 'WEX account number of the fleet',
    })
    .input(z.object({ fleetId: Id }))
    .output(FleetPaymentMapping),
  /**
   * Saves it, for the first time with `isNew` (PAY-031, PAY-037). 412 `stale`: another user entered a number, or the
   * stored one is not `replaces`.
   */
  saveMapping: call({
    access: 'payments.editAccountNumber',
    kind: 'write',
    idempotent: true,
    withoutIfMatch: true,
    problems: ['stale'],
  })
    .route({
      method: 'PUT',
      path: v4('/fleets/{fleetId}/fleet_payment_mapping'),
      tags: ['money'],
      summary: 'Save the WEX account number',
    })
    .input(
      z.object({
        fleetId: Id,
        account_number: AccountNumber,
        isNew: z.boolean('text'),
        /** The number that the user saw. Left out: any. */
        replaces: z.optional(AccountNumber),
      }),
    )
    .output(FleetPaymentMapping),
  /**
   * Configuration of the card form (PAY-010). Works before sign-in, because a sign-up with a card needs it. `gateway`
   * names the form: Braintree's drop-in, or the sandbox. Errors: too_many, unavailable.
   */
  clientToken: call({ access: 'anyone', problems: ['too_many'] })
    .route({
      method: 'GET',
      path: v4('/braintree_tokens/new'),
      tags: ['money'],
      summary: 'Create a client token for the card form',
    })
    .output(z.object({ client_token: z.string(), gateway: z.enum(['live', 'sandbox']) })),
}
