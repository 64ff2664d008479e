import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useKept, useVehicles } from '#src/session/useKept.ts'
import { type ActiveRow, keptRows, rowOf } from './order-rows.ts'
import { type ActiveFilter, activeOrdersQuery, ordersKey } from './orders.queries.ts'
import { useReloadWith } from './useReloadWith.ts'

export interface ActiveOrders {
  /** Undefined while neither this device nor the server has said anything. */
  rows: ActiveRow[] | undefined
  hasMore: boolean
  isLoadingMore: boolean
  showMore: () => void
}

/** Open orders: pages of the server, and what this device keeps of them before and without. */
export function useActiveOrders(filter: ActiveFilter): ActiveOrders {
  const kept = useKept(['orders'], (cache) => cache.orders, { isHuge: true })
  const vehicles = useVehicles()
  const { dayOf } = useFormat()
  const pages = useInfiniteQuery(activeOrdersQuery(filter))
  const { from, to, search, status } = filter
  const own = useMemo(
    () => kept && vehicles && keptRows(kept, vehicles, { from, to, search, status }, dayOf),
    [kept, vehicles, from, to, search, status, dayOf],
  )
  useReloadWith(kept, ordersKey())
  const fetched = pages.data?.pages.flatMap((page) => page.orders.map(rowOf))
  return {
    rows: fetched ?? own,
    hasMore: pages.hasNextPage,
    isLoadingMore: pages.isFetchingNextPage,
    showMore: () => void pages.fetchNextPage(),
  }
}
