import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Order } from '#contract/orders/orders.ts'
import { api } from '#src/api/client.ts'
import { type ApiFailure, toFailure } from '#src/api/failure.ts'
import { orderQuery, ordersKey } from './orders.queries.ts'

type Change = { status: 'cancel' } | { po_number: string | null }

/** Changes an order on the server, now or not at all: nothing of an order's life is queued (ruling 24). */
export function useUpdateOrder(order: Order) {
  const client = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<ApiFailure>()
  /** Whether it was done. */
  async function update(change: Change): Promise<boolean> {
    setBusy(true)
    setFailure(undefined)
    try {
      const changed = await api.orders.update({ id: order.id, ...change })
      client.setQueryData(orderQuery(order.id).queryKey, changed)
      void client.invalidateQueries({ queryKey: ordersKey() })
      return true
    } catch (error) {
      setFailure(toFailure(error))
      return false
    } finally {
      setBusy(false)
    }
  }
  return { update, isBusy, failure }
}
