import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import type { Order } from '#contract/orders/order.ts'
import { queries } from '#src/api/client.ts'
import { useWrite } from '#src/forms/useWrite.ts'
import type { WriteOptions } from '#src/forms/write-mutation.ts'
import { orderQuery } from '../orders/orders.queries.ts'
import { applyPromotion, type PromotionChoice } from './apply-promotion.ts'

/**
 * Applies promotions to one order. The write reports 'pending' and 'error' to the query client's mutation cache
 * (SHP-026; decision 11 has no store). Each attempt starts without the previous failure (SHP-027).
 */
export function useApplyPromotion(orderId: number, onApplied: (order: Order) => void) {
  const client = useQueryClient()
  const refresh = () => refreshPromotions(client)
  return useWrite({
    ...applyOptions(client, orderId),
    onSaved(order) {
      onApplied(order)
      refresh()
    },
    onFailed: refresh,
  })
}

export const applyOptions = (client: QueryClient, orderId: number): WriteOptions<PromotionChoice, Order> => ({
  name: ['promotions', 'apply'],
  call: (choice, { key }) => applyPromotion(orderId, choice, key),
  refresh: (order) => order && client.setQueryData(orderQuery(orderId).queryKey, order),
})

function refreshPromotions(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: queries.orders.key() })
  void client.invalidateQueries({ queryKey: queries.promotions.key() })
}
