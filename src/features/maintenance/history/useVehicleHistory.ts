import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { isOpen } from '#domain/orders/order-rules.ts'
import { queries } from '#src/api/client.ts'
import { type ApiFailure, toFailure } from '#src/api/failure.ts'
import { useLocalRows } from '#src/local-data/useLocalRows.ts'
import { useReloadAfterSending } from '#src/local-data/useReloadAfterSending.ts'
import { vehicleHistoryQuery } from './history.queries.ts'
import { byDay, type HistoryRow, manualRow, orderRow, overlay, withoutGaps } from './history-rows.ts'
import { useHistoryText } from './useHistoryText.ts'

/** Number of local rows shown before "See more". */
const LOCAL_PAGE = 20

export interface VehicleHistory {
  /** Undefined until either the local copies or the server have answered. */
  rows: HistoryRow[] | undefined
  hasMore: boolean
  isLoadingMore: boolean
  showMore: () => void
  /** Why only local rows are shown. */
  failure: ApiFailure | undefined
  retry: () => void
}

/**
 * Returns orders and manual entries of a vehicle: the server's pages, or the local copies offline, overlaid with local
 * changes.
 */
export function useVehicleHistory(vehicleId: number): VehicleHistory {
  const localRows = useLocalRows(['history', vehicleId], (cache) => cache.historyOf(vehicleId))
  const moved = useLocalRows(['moved', vehicleId], (cache) => cache.movedFrom(vehicleId))
  const orders = useLocalRows(['orders', vehicleId], (cache) => cache.ordersOf(vehicleId))
  const rowTexts = useHistoryText(useLocalRows(['services'], (cache) => cache.services))
  const pages = useInfiniteQuery(vehicleHistoryQuery(vehicleId))
  const [shown, setShown] = useState(LOCAL_PAGE)
  const retry = () => void pages.refetch()
  useReloadAfterSending(queries.history.key())

  if (pages.data) {
    const fetched = pages.data.pages.flatMap((page) => page.manual_maintenance_histories)
    const bought = new Map(
      pages.data.pages.flatMap((page) => page.maintenance_histories).map((order) => [order.id, order]),
    )
    const manual = overlay({ fetched, isAll: !pages.hasNextPage, moved }, localRows ?? [])
    const entries = manual.map((entry) => manualRow(entry, rowTexts))
    const orderRows = [...bought.values()].map((order) => orderRow(order, rowTexts))
    const last = pages.data.pages.at(-1)
    const [{ pageMH = 1, pageMMH = 1 } = {}] = pages.data.pageParams.slice(-1)
    // Both kinds are paged independently, so a row is held back until the rows before it are loaded.
    const rows = withoutGaps([...entries, ...orderRows].toSorted(byDay), [
      {
        days: fetched.map((row) => row.date_of_completion),
        hasMore: pageMMH < (last?.total_pages.manual_maintenance_histories ?? 0),
      },
      {
        days: orderRows.map((row) => row.day),
        hasMore: pageMH < (last?.total_pages.maintenance_histories ?? 0),
      },
    ])
    return {
      rows,
      failure: undefined,
      retry,
      hasMore: pages.hasNextPage,
      isLoadingMore: pages.isFetchingNextPage,
      showMore: () => void pages.fetchNextPage(),
    }
  }
  const past = orders?.filter((order) => !isOpen(order.status))
  const all = localRows &&
    past && [
      ...localRows.map((local) => manualRow(local, rowTexts)),
      ...past.map((order) => orderRow(order, rowTexts)),
    ]
  return {
    // Without a response, the server may have more than this device.
    failure: pages.error ? toFailure(pages.error) : undefined,
    retry,
    // An empty local copy is not shown while the server may have more.
    rows: all?.length === 0 && pages.isFetching ? undefined : all?.toSorted(byDay).slice(0, shown),
    hasMore: (all?.length ?? 0) > shown,
    isLoadingMore: false,
    showMore: () => setShown(shown + LOCAL_PAGE),
  }
}
