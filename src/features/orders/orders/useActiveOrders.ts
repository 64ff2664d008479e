import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { queries } from '#src/api/client.ts'
import { type ApiFailure, toFailure } from '#src/api/failure.ts'
import { facetFilter } from '#src/features/vehicles/facets/facets.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useWholeList } from '#src/local-data/useFirstLoad.ts'
import { useLocalRows, useVehicles } from '#src/local-data/useLocalRows.ts'
import { rowsOfPage } from '#src/ui/list/paging.ts'
import { type ActiveRow, type DayFilter, localRows, rowOf, sortActive } from './order-rows.ts'
import { type ActiveView, activeOrdersQuery } from './orders.queries.ts'
import { useLocalOpenOrders } from './useLocalOpenOrders.ts'
import { useReloadWith } from './useReloadWith.ts'

export interface ActiveOrders {
  /** Rows of the page; undefined until this device or the server has data. */
  rows: ActiveRow[] | undefined
  total: number
  /** Open orders that match all filters except the days. */
  outside: number
  /** The rows are those of the previous page. */
  isLoading: boolean
  /** Why the server's list is not available; the rows are then local. */
  failure: ApiFailure | undefined
  retry: () => void
}

/** Returns a page of open orders: the server's, or local rows while loading and offline. */
export function useActiveOrders(view: ActiveView): ActiveOrders {
  const localOrders = useWholeList(useLocalOpenOrders())
  const vehicles = useVehicles()
  const services = useLocalRows(['services'], (cache) => cache.services, { isOptional: true })
  const { dayOf } = useFormat()
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery(activeOrdersQuery(view))
  const { from, to, isExact, search, status, stay, sort, page, size } = view
  const { department = '', driver = '', class: type = '' } = view.facets
  const local = useMemo(() => {
    if (!localOrders || !vehicles) return undefined
    const isOfVehicle = facetFilter(vehicles, { department, driver, class: type })
    const filterLocal = (days: DayFilter) =>
      localRows(localOrders, vehicles, { ...days, search, services, status, stay, isOfVehicle }, dayOf)
    const found = filterLocal({ from, to, isExact })
    const outside = from || to ? filterLocal({ from: '', to: '' }).length - found.length : 0
    return { found: sortActive(found, sort), outside }
  }, [
    localOrders,
    vehicles,
    services,
    from,
    to,
    isExact,
    search,
    status,
    stay,
    department,
    driver,
    type,
    sort,
    dayOf,
  ])
  useReloadWith(localOrders, queries.orders.key())
  // While the server's list loads, an empty local list proves nothing.
  const localResult = local?.found.length === 0 && isFetching ? undefined : local
  const shown = data
    ? { rows: data.orders.map(rowOf), total: data.total_count, outside: data.outside_count }
    : {
        rows: localResult && rowsOfPage(localResult.found, { page, size }),
        total: localResult?.found.length ?? 0,
        outside: localResult?.outside ?? 0,
      }
  return {
    ...shown,
    isLoading: isPlaceholderData,
    failure: error ? toFailure(error) : undefined,
    retry: () => void refetch(),
  }
}
