import { skipToken } from '@tanstack/react-query'
import type { PromotionCheck } from '#contract/orders/promotions.ts'
import { queries } from '#src/api/client.ts'

/** Promotions available for an order, or for a new order if there is none (SHP-018). */
export const availablePromotionsQuery = (orderId: number | undefined) =>
  queries.promotions.available.queryOptions({
    input: orderId === undefined ? {} : { shopping_cart_id: orderId },
    staleTime: 0,
    retry: false,
  })

/** Timeout after which a code is stored unchecked; the booking checks it. */
const CHECK_TIMEOUT_MS = 8_000

/** The discount of a chosen promotion on an appointment that is not booked yet. */
export const promotionCheckQuery = (input: PromotionCheck | null) =>
  queries.promotions.check.queryOptions({
    input: input ?? skipToken,
    context: { timeoutMs: CHECK_TIMEOUT_MS },
    // Not fetched again right after 'Use'. Every later screen fetches it again.
    staleTime: 10_000,
    gcTime: 60_000,
    retry: false,
    refetchOnWindowFocus: false,
  })
