import { PROMOTION_CODE_MAX, SERVICE_ROWS_MAX } from '#domain/core/limits.ts'
import { RequestedService } from '../catalog/shops.ts'
import { Id, MoneySum, Text } from '../core/fields.ts'
import { call, v4 } from '../core/route.ts'
import * as z from '../core/zod.ts'
import { Order } from './order.ts'

/** An available promotion (SHP-028) with its discount on the order; null without an order. */
export const Promotion = z.object({
  id: Id,
  name: z.string(),
  description: z.string(),
  discount: z.nullable(MoneySum),
})
export type Promotion = z.infer<typeof Promotion>

/** The appointment that a promotion is checked for before booking: one code, or one listed promotion. */
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

/** Marks the promotion as the fleet's, not a driver's own, as in the specification's calls. */
const FleetPromocode = z._default(z.literal(true), true)

/** `shopping_cart_id` is always the id of the order (SHP-021). Both POST calls return the updated order. */
export const promotionsContract = {
  /** Listed promotions that apply to the order; without an order, those that the fleet could use on a new one. */
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
   * Returns the promotion with its discount on a new order, at the shop's current prices. Reserves nothing: it
   * is checked again when it is applied to the booked order. Our own call. Unknown codes count as guesses, together with those of `applyCode`.
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
   * Applies a code and replaces an earlier promotion of the order. Errors: not_found, order_status (it is complete),
   * promotion_unknown, promotion_expired, promotion_used, promotion_minimum, too_many (too many wrong codes).
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
  /** Applies a listed promotion. Errors as `applyCode`. */
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
