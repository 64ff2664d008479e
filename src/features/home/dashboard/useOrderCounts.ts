import { useQuery } from '@tanstack/react-query'
import { queries } from '#src/api/client.ts'
import { fleetOrdersQuery } from '#src/features/orders/orders/fleet-orders.queries.ts'
import { useLocalOpenOrders } from '#src/features/orders/orders/useLocalOpenOrders.ts'
import { useReloadWith } from '#src/features/orders/orders/useReloadWith.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useComplete } from '#src/local-data/useFirstLoad.ts'
import { type OrderCounts, orderCounts } from './order-counts.ts'

/** Counts of open orders. The server's are loaded again after a change of an order, and when it renders on another day. */
export function useOrderCounts(): OrderCounts | undefined {
  const localOrders = useLocalOpenOrders()
  const orders = useComplete(localOrders)
  const { dayOf } = useFormat()
  const today = dayOf(Date.now())
  const { data } = useQuery(fleetOrdersQuery())
  useReloadWith(localOrders, queries.orders.fleetOrders.key())
  useReloadWith(today, queries.orders.fleetOrders.key())
  return orderCounts(data, { orders, today, now: Date.now(), dayOf })
}
