import { useQueryClient } from '@tanstack/react-query'
import type { Order } from '#contract/orders/order.ts'
import { api, queries } from '#src/api/client.ts'
import type { ApiFailure } from '#src/api/failure.ts'
import { orderQuery } from '#src/features/orders/orders/orders.queries.ts'
import { useWrite } from '#src/forms/useWrite.ts'

type Change = { status: 'cancel' } | { po_number: string | null }

/** Changes an order on the server. Online only: of an order only its comments are queued (ruling 24). */
export function useUpdateOrder(order: Order, onFailed: (failure: ApiFailure) => void = () => {}) {
  const client = useQueryClient()
  return useWrite({
    call: (change: Change, context) => api.orders.update({ id: order.id, ...change }, { context }),
    rev: order.rev,
    onFailed,
    refresh(changed) {
      if (changed) client.setQueryData(orderQuery(order.id).queryKey, changed)
      void client.invalidateQueries({ queryKey: queries.orders.key() })
    },
  })
}
