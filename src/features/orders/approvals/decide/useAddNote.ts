import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { Order } from '#contract/orders/order.ts'
import { api } from '#src/api/client.ts'
import { type ApiFailure, isTransient, toFailure } from '#src/api/failure.ts'
import { notesKey } from '#src/features/orders/approvals/approvals.queries.ts'

/** Adds approver notes to an order. The same text reuses its idempotency key until the server responded. */
export function useAddNote(order: Pick<Order, 'id' | 'shop_id'>) {
  const client = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<ApiFailure>()
  const open = useRef<{ comment: string; key: string }>(undefined)

  /** @returns whether the server stored it */
  async function add(text: string): Promise<boolean> {
    const comment = text.trim()
    const attempt = open.current?.comment === comment ? open.current : { comment, key: crypto.randomUUID() }
    open.current = attempt
    setBusy(true)
    setFailure(undefined)
    try {
      await api.approvals.addNote(
        { shop_order_id: order.id, shop_id: order.shop_id, comment },
        { context: { key: attempt.key } },
      )
      open.current = undefined
      void client.invalidateQueries({ queryKey: notesKey() })
      return true
    } catch (error) {
      const refused = toFailure(error)
      setFailure(refused)
      if (!isTransient(refused)) open.current = undefined
      return false
    } finally {
      setBusy(false)
    }
  }
  return { add, isBusy, failure }
}
