import { useQuery } from '@tanstack/react-query'
import { queries } from '#src/api/client.ts'
import { fleetOrdersQuery } from '#src/features/orders/orders/fleet-orders.queries.ts'
import { useLocalOpenOrders } from '#src/features/orders/orders/useLocalOpenOrders.ts'
import { useReloadWith } from '#src/features/orders/orders/useReloadWith.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useComplete } from '#src/local-data/useFirstLoad.ts'

export interface OrderCounts {
  /** Open orders. */
  all: number
  /** Open orders with an appointment today. */
  today: number
  /** By status (DSH-017). */
  byStatus: Readonly<Record<string, number>>
}

/**
 * Returns the server's counts of open orders, or counts of the local copies until they arrive; undefined if neither is
 * available.
 */
export function useOrderCounts(): OrderCounts | undefined {
  const localOrders = useLocalOpenOrders()
  const complete = useComplete(localOrders)
  const { dayOf } = useFormat()
  const { data } = useQuery(fleetOrdersQuery())
  useReloadWith(localOrders, queries.orders.fleetOrders.key())
  if (data) return { all: data.total_count, today: data.today.count, byStatus: data.counts }
  if (!complete) return undefined
  const day = dayOf(Date.now())
  const today = complete.filter((order) => dayOf(order.appointment_datetime) === day).length
  const byStatus: Record<string, number> = {}
  for (const { status } of complete) byStatus[status] = (byStatus[status] ?? 0) + 1
  return { all: complete.length, today, byStatus }
}
