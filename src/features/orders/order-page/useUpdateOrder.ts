import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { Order } from '#contract/orders/order.ts'
import { api } from '#src/api/client.ts'
import { type ApiFailure, isTransient, toFailure } from '#src/api/failure.ts'
import { orderQuery, ordersKey } from '#src/features/orders/orders/orders.queries.ts'

type Change = { status: 'cancel' } | { po_number: string | null }

/**
 * Changes an order on the server. Online only: of an order only its comments are queued (ruling 24). Each change has
 * its own idempotency key and names the revision that the user saw. A change whose response was lost is applied once,
 * and changes by other users are shown instead of overwritten.
 */
export function useUpdateOrder(order: Order) {
  const client = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<ApiFailure>()
  const keyOf = useKeys()
  /** @returns whether it succeeded */
  async function update(change: Change): Promise<boolean> {
    setBusy(true)
    setFailure(undefined)
    const attempt = keyOf(order, change)
    try {
      const changed = await api.orders.update({ id: order.id, ...change }, { context: attempt.context })
      attempt.end()
      client.setQueryData(orderQuery(order.id).queryKey, changed)
      void client.invalidateQueries({ queryKey: ordersKey() })
      return true
    } catch (error) {
      const refused = toFailure(error)
      setFailure(refused)
      // A retry counts as the same change only if the response never arrived.
      if (!isTransient(refused)) attempt.end()
      if (refused.code === 'stale' || refused.code === 'order_status')
        void client.invalidateQueries({ queryKey: ordersKey() })
      return false
    } finally {
      setBusy(false)
    }
  }
  return { update, isBusy, failure }
}

/** Returns key and revision of a change, stable until the server responded. */
function useKeys() {
  const open = useRef<{ change: string; key: string; ifMatch: number }>(undefined)
  return (order: Order, change: Change) => {
    const wanted = `${order.id} ${JSON.stringify(change)}`
    const kept = open.current?.change === wanted ? open.current : undefined
    const { key, ifMatch } = kept ?? { key: crypto.randomUUID(), ifMatch: order.rev }
    open.current = { change: wanted, key, ifMatch }
    return {
      context: { key, ifMatch },
      end: () => {
        open.current = undefined
      },
    }
  }
}
