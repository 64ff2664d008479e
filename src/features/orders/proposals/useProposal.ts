import { useQueryClient } from '@tanstack/react-query'
import type { Order } from '#contract/orders/order.ts'
import { api, queries } from '#src/api/client.ts'
import { isTransient } from '#src/api/failure.ts'
import { useWrite } from '#src/forms/useWrite.ts'
import { orderQuery } from '../orders/orders.queries.ts'

/** Proposes another appointment time for an order, or withdraws the proposal (`null`). */
export function useProposal(order: Order) {
  const client = useQueryClient()
  return useWrite({
    call: (time: string | null, context) =>
      time === null
        ? api.proposals.withdraw({ id: order.id }, { context })
        : api.proposals.propose({ id: order.id, appointment_datetime: time }, { context }),
    rev: order.rev,
    onSaved(changed) {
      client.setQueryData(orderQuery(order.id).queryKey, changed)
      void client.invalidateQueries({ queryKey: queries.orders.key() })
    },
    onFailed(refused) {
      // Also if the rejection names the time: another one may be free.
      if (isTransient(refused)) return
      void client.invalidateQueries({ queryKey: queries.orders.key() })
      void client.invalidateQueries({ queryKey: queries.shops.schedule.key() })
    },
  })
}
