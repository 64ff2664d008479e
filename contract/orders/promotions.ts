import { PROMOTION_CODE_MAX, SERVICE_ROWS_MAX } from '#domain/core/limits.ts'
import { RequestedService } from '../catalog/shops.ts'
import { Id, MoneySum, Text } from '../core/fields.ts'
import { call, v4 } from '../core/route.ts'
import * as z from '../core/zod.ts'
import { Order } from './orders.ts'

/** A promotion that can be had (SHP-028), with what it would take off the order; null while there is none. */
export const Promotion = z.object({
  id: Id,
  name: z.string(),
  description: z.string(),
  discount: z.nullable(MoneySum),
})
export type Promotion = z.infer<typeof Promotion>

/** The appointment that a promotion is checked for, before it is booked: one code, or one listed promotion. */
export const PromotionCheck = z
  .object({
    shop_id: Id,
    vehicle_id: Id,
    order_services: z
      .array(RequestedService)
      .check(z.minLength(1, 'required'), z.maxLength(SERVICE_ROWS_MAX, 'too_many')),
    code: z.optional(Text(PROMOTION_CODE_MAX)),
    promotion_id: z.optional(Id),
  })
  .check(
    z.refine((check) => (check.code === undefined) !== (check.promotion_id === undefined), {
      error: 'required',
      path: ['code'],
    }),
  )
export type PromotionCheck = z.infer<typeof PromotionCheck>

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
   * Returns the promotion with what it would take off a new order, at the shop's prices now. Reserves nothing: applying it
   * to the booked order decides. A call of our own. Unknown codes count as guesses, together with those of `applyCode`.
   */
  check: call({
    access: 'orders.request',
    problems: ['promotion_unknown', 'promotion_expired', 'promotion_minimum', 'promotion_used', 'too_many'],
  })
    .route({
      method: 'POST',
      path: v4('/promotions/check'),
      tags: ['promotions'],
      summary: 'Check a promotion before booking',
    })
    .input(PromotionCheck)
    .output(z.object({ promotion: z.extend(Promotion, { discount: MoneySum }) })),
  /**
   * Applies a code, in place of an earlier promotion of the order. Errors: not_found, order_status (it is complete),
   * promotion_unknown, promotion_expired, promotion_used, promotion_minimum, too_many (codes are guessed).
   */
  applyCode: call({
    access: 'orders.edit',
    kind: 'write',
    idempotent: true,
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
    kind: 'write',
    idempotent: true,
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
