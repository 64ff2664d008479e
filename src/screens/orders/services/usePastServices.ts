import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { api, queries } from '#src/api/client.ts'
import { toFailure } from '#src/api/failure.ts'
import { type FetchedPage, pagedCount } from '#src/features/maintenance/past-services/past-page.ts'
import {
  findPast,
  hasStatus,
  type PastRow,
  sortPast,
} from '#src/features/maintenance/past-services/past-rows.ts'
import { usePastHistory } from '#src/features/maintenance/past-services/usePastHistory.ts'
import {
  largestPage,
  type PastView,
  pastOrdersInput,
  pastOrdersQuery,
} from '#src/features/orders/orders/orders.queries.ts'
import { facetFilter } from '#src/features/vehicles/facets/facets.ts'
import { useVehicles } from '#src/local-data/useLocalRows.ts'
import { useReloadAfterSending } from '#src/local-data/useReloadAfterSending.ts'
import { rowsOfPage } from '#src/ui/list/paging.ts'

/** Returns a page of past orders and manual entries: the server's, or local ones while loading and offline. */
export function usePastServices(view: PastView) {
  const { from, to, search, status, sort, page, size } = view
  const { department = '', driver = '', class: type = '' } = view.facets
  const vehicles = useVehicles()
  const isShown = useMemo(() => {
    const isOfVehicles = facetFilter(vehicles ?? [], { department, driver, class: type })
    return ({ row }: PastRow) => isOfVehicles(row.vehicleId) && hasStatus(row, status)
  }, [vehicles, department, driver, type, status])
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery(pastOrdersQuery(view))
  useReloadAfterSending(queries.orders.key())
  const fetched = useMemo(() => data && fetchedPage(data), [data])
  const history = usePastHistory({ from, to }, fetched)
  const own = useMemo(
    () => history.here && sortPast(findPast(history.here, search).filter(isShown), sort),
    [history.here, search, isShown, sort],
  )
  // An empty local result is inconclusive while the server may have more.
  const here = own?.length === 0 && isFetching ? undefined : own
  // Unsent entries come first, because they belong to no page of the server.
  const unsent = findPast(history.unsent, search).filter(isShown)
  const shown: { rows: PastRow[] | undefined; total: number; paged: number } = data
    ? {
        rows: history.page && (page === 1 ? [...unsent, ...history.page] : history.page),
        total: data.total_count + unsent.length,
        paged: pagedCount({ ofServer: data.total_count, unsent: unsent.length, size }),
      }
    : {
        rows: here && rowsOfPage(here, { page, size }),
        total: here?.length ?? 0,
        paged: here?.length ?? 0,
      }
  return {
    ...shown,
    isLoading: isPlaceholderData,
    failure: error ? toFailure(error) : undefined,
    retry: () => void refetch(),
    /** Reads a page of `ORDERS_PER_PAGE_MAX` rows. */
    readPage: async (number: number, signal: AbortSignal) => {
      const found = await api.orders.index(pastOrdersInput(largestPage(view, number)), { signal })
      return { rows: history.rowsOf(fetchedPage(found)), total_count: found.total_count }
    },
  }
}

const fetchedPage = (found: Awaited<ReturnType<typeof api.orders.index>>): FetchedPage => ({
  rows: found.rows,
  orders: found.orders,
  manual: found.manual_maintenance_histories,
  names: new Map(found.orders.map(({ vehicle_id, vehicle }) => [vehicle_id, vehicle.name])),
})
