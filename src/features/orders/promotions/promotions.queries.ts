import { skipToken } from '@tanstack/react-query'
import type { PromotionCheck } from '#contract/orders/promotions.ts'
import { queries } from '#src/api/client.ts'

/** Promotions that an order could have; without one, those that a new order could (SHP-018). */
export const availablePromotionsQuery = (orderId: number | undefined) =>
  queries.promotions.available.queryOptions({
    input: orderId === undefined ? {} : { shopping_cart_id: orderId },
    staleTime: 0,
    retry: false,
  })

/** After this long without an answer a code is kept as it was typed; the booking checks it. */
const CHECK_TIMEOUT_MS = 8_000

/** What a chosen promotion would take off an appointment that is not booked yet. */
export const promotionCheckQuery = (input: PromotionCheck | null) =>
  queries.promotions.check.queryOptions({
    input: input ?? skipToken,
    context: { timeoutMs: CHECK_TIMEOUT_MS },
    // The answer to 'Use' is not asked for again at once; every later screen asks anew.
    staleTime: 10_000,
    gcTime: 60_000,
    retry: false,
    refetchOnWindowFocus: false,
  })

export const promotionsKey = () => queries.promotions.key()
