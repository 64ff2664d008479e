import { Id, MoneySum, Text } from '../core/fields.ts'
import { PROMOTION_CODE_MAX } from '../core/limits.ts'
import { call, v4 } from '../core/route.ts'
import * as z from '../core/zod.ts'
import { Order } from './orders.ts'

/** A promotion that can be had (doc2 §3, SHP-028), with what it would take off the order; null while there is none. */
export const Promotion = z.object({
  id: Id,
  name: z.string(),
  description: z.string(),
  discount: z.nullable(MoneySum),
})
export type Promotion = z.infer<typeof Promotion>

/** Says, in the documents' calls, that the promotion is the fleet's and not a driver's own. */
const FleetPromocode = z._default(z.literal(true), true)

/** `shopping_cart_id` is the id of the order everywhere (SHP-021). Both posts answer with the order as it then stands. */
export const promotionsContract = {
  /** Listed promotions that would work on the order; without one, those that the fleet could use on a new order. */
  available: call({ access: 'orders.read' })
    .route({
      method: 'GET',
      path: v4('/promotions/available'),
      tags: ['promotions'],
      summary: 'Promotions for an order',
    })
    .input(z.object({ shopping_cart_id: z.optional(Id) }))
    .output(z.object({ promotions: z.array(Promotion) })),
  /**
   * Applies a code, in place of an earlier promotion of the order. Errors: not_found, order_status (it is complete),
   * promotion_unknown, promotion_expired, promotion_used, promotion_minimum, too_many (codes are guessed).
   */
  applyCode: call({
    access: 'orders.edit',
    kind: 'outbox',
    problems: [
      'promotion_unknown',
      'promotion_expired',
      'promotion_minimum',
      'promotion_used',
      'order_status',
      'too_many',
    ],
  })
    .route({
      method: 'POST',
      path: v4('/customers_promotions'),
      tags: ['promotions'],
      summary: 'Apply a promotional code',
    })
    .input(
      z.object({ shopping_cart_id: Id, code: Text(PROMOTION_CODE_MAX), fleet_promocode: FleetPromocode }),
    )
    .output(Order),
  /** Applies a listed promotion; errors as above. */
  apply: call({
    access: 'orders.edit',
    kind: 'outbox',
    problems: [
      'promotion_unknown',
      'promotion_expired',
      'promotion_minimum',
      'promotion_used',
      'order_status',
    ],
  })
    .route({
      method: 'POST',
      path: v4('/customers_promotions/apply'),
      tags: ['promotions'],
      summary: 'Apply a listed promotion',
    })
    .input(z.object({ shopping_cart_id: Id, promotion_id: Id, fleet_promocode: FleetPromocode }))
    .output(Order),
}
