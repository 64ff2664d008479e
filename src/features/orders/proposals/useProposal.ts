import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { Order } from '#contract/orders/order.ts'
import { api } from '#src/api/client.ts'
import { type ApiFailure, isTransient, toFailure } from '#src/api/failure.ts'
import { orderQuery, ordersKey } from '../orders/orders.queries.ts'
import { timesKey } from '../times/times.queries.ts'

/**
 * Proposes another appointment time for an order, or withdraws the proposal (`null`). Each attempt names the revision
 * that the user saw. A retry after a lost response counts as the same attempt.
 */
export function useProposal(order: Order) {
  const client = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<ApiFailure>()
  const open = useRef<{ time: string | null; key: string; ifMatch: number }>(undefined)

  /** @returns whether it succeeded */
  async function propose(time: string | null): Promise<boolean> {
    if (open.current?.time !== time || open.current === undefined)
      open.current = { time, key: crypto.randomUUID(), ifMatch: order.rev }
    const { key, ifMatch } = open.current
    const context = { key, ifMatch }
    setBusy(true)
    setFailure(undefined)
    try {
      const changed =
        time === null
          ? await api.proposals.withdraw({ id: order.id }, { context })
          : await api.proposals.propose({ id: order.id, appointment_datetime: time }, { context })
      open.current = undefined
      client.setQueryData(orderQuery(order.id).queryKey, changed)
      void client.invalidateQueries({ queryKey: ordersKey() })
      return true
    } catch (error) {
      const refused = toFailure(error)
      setFailure(refused)
      if (!isTransient(refused)) {
        open.current = undefined
        void client.invalidateQueries({ queryKey: ordersKey() })
        void client.invalidateQueries({ queryKey: timesKey() })
      }
      return false
    } finally {
      setBusy(false)
    }
  }
  return { propose, isBusy, failure }
}
