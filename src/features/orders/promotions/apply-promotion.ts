import type { Order } from '#contract/orders/order.ts'
import { api } from '#src/api/client.ts'

/** A typed code, or a promotion from the list. */
export type PromotionChoice = { code: string } | { promotion_id: number; name: string }

/**
 * Applies a promotion to an order, which replaces the specification's shopping cart (SHP-021), and returns the updated
 * order. Throws an ApiFailure (SHP-025). Idempotent.
 */
export function applyPromotion(orderId: number, choice: PromotionChoice, key: string): Promise<Order> {
  const target = { shopping_cart_id: orderId, fleet_promocode: true } as const
  const context = { key }
  return 'code' in choice
    ? api.promotions.applyCode({ ...target, code: choice.code }, { context })
    : api.promotions.apply({ ...target, promotion_id: choice.promotion_id }, { context })
}

/** The promotion's name before the server has returned one. */
export const choiceName = (choice: PromotionChoice): string =>
  'code' in choice ? choice.code.toUpperCase() : choice.name
