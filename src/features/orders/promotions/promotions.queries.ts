import { queries } from '#src/api/client.ts'

/** Promotions that an order could have; without one, those that a new order could (SHP-018). */
export const availablePromotionsQuery = (orderId: number | undefined) =>
  queries.promotions.available.queryOptions({
    input: orderId === undefined ? {} : { shopping_cart_id: orderId },
    staleTime: 0,
    retry: false,
  })

export const promotionsKey = () => queries.promotions.key()
