import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { PaymentProvider } from '#contract/money/payment.ts'
import type { Order } from '#contract/orders/order.ts'
import type { ServiceDecision } from '#contract/orders/orders.ts'
import { api } from '#src/api/client.ts'
import { type ApiFailure, isTransient, toFailure } from '#src/api/failure.ts'
import { queueKey } from '#src/features/orders/approvals/approvals.queries.ts'
import { orderQuery, ordersKey } from '#src/features/orders/orders/orders.queries.ts'

/** Retries of a request whose response was lost. The Idempotency-Key makes them safe. */
const RESENDS = 2
const RESEND_MS = 1500
/** Delay before the same request is sent again while the server does not know the payment's outcome. */
const RECHECK_MS = 3000

export interface Decision {
  order_services: ServiceDecision[]
  payment_provider?: PaymentProvider
  payment_method_id?: number
}

interface Attempt {
  orderId: number
  decision: Decision
  key: string
  ifMatch: number
}

/**
 * Sends a decision on an order. Online only (ruling 24). The same decision reuses its idempotency key until the server
 * responded, so that a lost response or an unknown payment never charges twice.
 */
export function useDecide(onDecided: (order: Order) => void) {
  const client = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<ApiFailure>()
  /** The attempt whose payment outcome is being checked. */
  const [unknown, setUnknown] = useState<Attempt>()
  const open = useRef<Attempt>(undefined)

  async function send(attempt: Attempt): Promise<void> {
    open.current = attempt
    setBusy(true)
    setFailure(undefined)
    const { orderId, decision, key, ifMatch } = attempt
    try {
      const order = await withResends(() =>
        api.orders.update({ id: orderId, status: 'approved', ...decision }, { context: { key, ifMatch } }),
      )
      open.current = undefined
      setUnknown(undefined)
      client.setQueryData(orderQuery(orderId).queryKey, order)
      onDecided(order)
    } catch (error) {
      refuse(attempt, toFailure(error))
    } finally {
      setBusy(false)
      void client.invalidateQueries({ queryKey: ordersKey() })
      void client.invalidateQueries({ queryKey: queueKey() })
    }
  }

  function refuse(attempt: Attempt, refused: ApiFailure): void {
    const isUnknown = refused.code === 'payment_unknown'
    // While a payment is being checked, a transient failure only triggers another check.
    if (isUnknown || (unknown && isTransient(refused))) {
      setUnknown({ ...attempt })
      return
    }
    setUnknown(undefined)
    setFailure(refused)
    if (!isTransient(refused)) open.current = undefined
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: each response sets `unknown`, which schedules the next request
  useEffect(() => {
    if (!unknown) return
    const timer = setTimeout(() => void send(unknown), RECHECK_MS)
    return () => clearTimeout(timer)
  }, [unknown])

  return {
    decide(order: Order, decision: Decision): Promise<void> {
      const known = open.current
      const isSame =
        known?.orderId === order.id && JSON.stringify(known.decision) === JSON.stringify(decision)
      return send(
        isSame ? known : { orderId: order.id, decision, key: crypto.randomUUID(), ifMatch: order.rev },
      )
    },
    isBusy,
    isChecking: unknown !== undefined,
    failure,
    clear: () => setFailure(undefined),
  }
}

/** Retries a call without a response. Throws all other failures at once. */
async function withResends<T>(call: () => Promise<T>): Promise<T> {
  for (let resends = 0; ; resends++)
    try {
      return await call()
    } catch (error) {
      if (resends >= RESENDS || !isTransient(toFailure(error)) || !navigator.onLine) throw error
      await new Promise((resolve) => setTimeout(resolve, RESEND_MS))
    }
}
