import { useQueryClient } from '@tanstack/react-query'
import type { Order } from '#contract/orders/order.ts'
import { api, queries } from '#src/api/client.ts'
import { useWrite } from '#src/forms/useWrite.ts'

/** Adds approver notes to an order. */
export function useAddNote(order: Pick<Order, 'id' | 'shop_id'>) {
  const client = useQueryClient()
  return useWrite({
    call: (comment: string, { key }) =>
      api.approvals.addNote(
        { shop_order_id: order.id, shop_id: order.shop_id, comment },
        { context: { key } },
      ),
    refresh: () => void client.invalidateQueries({ queryKey: queries.approvals.notes.key() }),
  })
}
