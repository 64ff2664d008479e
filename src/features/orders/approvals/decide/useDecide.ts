import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { PaymentProvider } from '#contract/money/payment.ts'
import type { Order } from '#contract/orders/order.ts'
import type { ServiceDecision } from '#contract/orders/orders.ts'
import { api } from '#src/api/client.ts'
import { type ApiFailure, isTransient } from '#src/api/failure.ts'
import { queueKey } from '#src/features/orders/approvals/approvals.queries.ts'
import { orderQuery, ordersKey } from '#src/features/orders/orders/orders.queries.ts'
import { useWrite } from '#src/forms/useWrite.ts'
import { withResends } from '#src/forms/with-resends.ts'

/** Delay before the same request is sent again while the server does not know the payment's outcome. */
const RECHECK_MS = 3000

export interface Decision {
  order_services: ServiceDecision[]
  payment_provider?: PaymentProvider
  payment_method_id?: number
}

/** Whether the decision may have been stored, or may still be paid. */
const isUnknown = (failure: ApiFailure) => failure.code === 'payment_unknown' || isTransient(failure)

/**
 * Sends a decision on an order. Online only (ruling 24). The same decision reuses its idempotency key until the server
 * responded, so that a lost response or an unknown payment never charges twice.
 */
export function useDecide(order: Order, onDecided: (order: Order) => void) {
  const client = useQueryClient()
  /** The decision whose payment outcome is being checked. */
  const [unknown, setUnknown] = useState<{ decision: Decision }>()

  const { run, isBusy, failure, reset } = useWrite({
    call: (decision: Decision, context) =>
      withResends(() => api.orders.update({ id: order.id, status: 'approved', ...decision }, { context })),
    rev: order.rev,
    attemptOf: (decision) => [order.id, decision],
    isUnknown,
    onSaved(decided) {
      setUnknown(undefined)
      client.setQueryData(orderQuery(order.id).queryKey, decided)
      onDecided(decided)
      refresh()
    },
    onFailed(refused, decision) {
      // While a payment is being checked, a transient failure only triggers another check.
      const isChecked = refused.code === 'payment_unknown' || (unknown && isTransient(refused))
      setUnknown(isChecked ? { decision } : undefined)
      refresh()
    },
  })

  function refresh() {
    void client.invalidateQueries({ queryKey: ordersKey() })
    void client.invalidateQueries({ queryKey: queueKey() })
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: each response sets `unknown`, which schedules the next request
  useEffect(() => {
    if (!unknown) return
    const timer = setTimeout(() => void run(unknown.decision), RECHECK_MS)
    return () => clearTimeout(timer)
  }, [unknown])

  return {
    decide: run,
    isBusy,
    isChecking: unknown !== undefined,
    failure: unknown ? undefined : failure,
    clear: reset,
  }
}
