import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { OrderPayments } from '#contract/money/payments.ts'
import { queries } from '#src/api/client.ts'
import { type ApiFailure, isTransient, toFailure } from '#src/api/failure.ts'
import { orderPaymentsQuery } from './payments.queries.ts'

/**
 * Runs one payment action on an order. Online only (ruling 24). A retry with the same input and unknown outcome reuses
 * the idempotency key, so that nothing is charged twice.
 */
export function usePaymentAction(orderId: number) {
  const client = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<ApiFailure>()
  const open = useRef<{ input: string; key: string }>(undefined)
  // Guards against a second tap before the next render.
  const isUnderWay = useRef(false)

  /** Returns the order's payments after the action, or null if it was rejected (see `failure`). */
  async function act(
    input: object,
    call: (context: { key: string }) => Promise<OrderPayments>,
  ): Promise<OrderPayments | null> {
    if (isUnderWay.current) return null
    isUnderWay.current = true
    const text = JSON.stringify(input)
    if (open.current?.input !== text) open.current = { input: text, key: crypto.randomUUID() }
    setBusy(true)
    setFailure(undefined)
    try {
      const after = await call({ key: open.current.key })
      open.current = undefined
      client.setQueryData(orderPaymentsQuery(orderId).queryKey, after)
      return after
    } catch (error) {
      const refused = toFailure(error)
      if (!isTransient(refused)) open.current = undefined
      setFailure(refused)
      void client.invalidateQueries({ queryKey: orderPaymentsQuery(orderId).queryKey })
      return null
    } finally {
      // The order's status and activity log depend on it.
      void client.invalidateQueries({ queryKey: queries.orders.key() })
      void client.invalidateQueries({ queryKey: queries.payments.manualReview.key() })
      isUnderWay.current = false
      setBusy(false)
    }
  }
  return { act, isBusy, failure, clearFailure: () => setFailure(undefined) }
}
