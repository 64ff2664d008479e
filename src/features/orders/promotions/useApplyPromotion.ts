import { type MutationOptions, type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Order } from '#contract/orders/order.ts'
import type { ApiFailure } from '#src/api/failure.ts'
import { orderQuery, ordersKey } from '../orders/orders.queries.ts'
import { applyPromotion, type PromotionChoice } from './apply-promotion.ts'
import { promotionsKey } from './promotions.queries.ts'

/**
 * Applies promotions to one order. The mutation reports 'pending' and 'error' to the query client's mutation cache
 * (SHP-026; decision 11 has no store). Each attempt starts without the previous failure (SHP-027).
 */
export function useApplyPromotion(orderId: number) {
  const client = useQueryClient()
  return useMutation(applyOptions(client, orderId))
}

export const applyOptions = (
  client: QueryClient,
  orderId: number,
): MutationOptions<Order, ApiFailure, PromotionChoice> => ({
  mutationKey: ['promotions', 'apply'],
  mutationFn: (choice) => applyPromotion(orderId, choice),
  onSuccess: (order) => client.setQueryData(orderQuery(orderId).queryKey, order),
  onSettled: () => {
    void client.invalidateQueries({ queryKey: ordersKey() })
    void client.invalidateQueries({ queryKey: promotionsKey() })
  },
})
