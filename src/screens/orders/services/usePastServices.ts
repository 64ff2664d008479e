import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { toFailure } from '#src/api/failure.ts'
import { findPast, type PastRow, sortPast } from '#src/features/maintenance/past-services/past-rows.ts'
import { usePastHistory } from '#src/features/maintenance/past-services/usePastHistory.ts'
import {
  type OrdersListView,
  ordersKey,
  pastOrdersQuery,
} from '#src/features/orders/orders/orders.queries.ts'
import { useReloadAfterSending } from '#src/local-data/useReloadAfterSending.ts'
import { rowsOfPage } from '#src/ui/list/paging.ts'

/** A page of past orders and manual entries: the server's, and what this device keeps of them before and without it. */
export function usePastServices(view: OrdersListView) {
  const { from, to, search, sort, page, size } = view
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery(pastOrdersQuery(view))
  useReloadAfterSending(ordersKey())
  const fetched = useMemo(
    () => data && { rows: data.rows, orders: data.orders, manual: data.manual_maintenance_histories },
    [data],
  )
  const history = usePastHistory({ from, to }, fetched)
  const own = useMemo(
    () => history.here && sortPast(findPast(history.here, search), sort),
    [history.here, search, sort],
  )
  // An empty copy says nothing as long as the server may have more.
  const here = own?.length === 0 && isFetching ? undefined : own
  // What only this device has comes first: no page of the server has a place for it.
  const unsent = findPast(history.unsent, search)
  const shown: { rows: PastRow[] | undefined; total: number } = data
    ? {
        rows: history.page && (page === 1 ? [...unsent, ...history.page] : history.page),
        total: data.total_count + unsent.length,
      }
    : { rows: here && rowsOfPage(here, { page, size }), total: here?.length ?? 0 }
  return {
    ...shown,
    isLoading: isPlaceholderData,
    failure: error ? toFailure(error) : undefined,
    retry: () => void refetch(),
  }
}
