import { Id } from '../core/fields.ts'
import { call, v4 } from '../core/route.ts'
import * as z from '../core/zod.ts'

/** A way of paying that the card gateway holds for the fleet (PAY-027). No card number ever comes here. */
export const PaymentMethod = z.object({
  id: Id,
  /** Who added it. */
  owner_id: Id,
  customer_name: z.string(),
  type: z.enum(['credit_card', 'paypal_account']),
  /** 'Visa'; null for PayPal. */
  card_type: z.nullable(z.string()),
  last_4: z.nullable(z.string()),
  /** 'MM/YYYY'. */
  expiration_date: z.nullable(z.string()),
  /** Of a PayPal account. */
  email: z.nullable(z.string()),
  cardholder_name: z.nullable(z.string()),
  is_default: z.boolean(),
})
export type PaymentMethod = z.infer<typeof PaymentMethod>

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
   * What the card form starts with (PAY-010). Also before sign-in: a sign-up with a card needs it. `gateway` says which
   * form: Braintree's drop-in, or the sandbox of this installation. Errors: too_many, unavailable.
   */
  clientToken: call({ access: 'anyone' })
    .route({
      method: 'GET',
      path: v4('/braintree_tokens/new'),
      tags: ['money'],
      summary: 'Token that the card form starts with',
    })
    .output(z.object({ client_token: z.string(), gateway: z.enum(['live', 'sandbox']) })),
}
