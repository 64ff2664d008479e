import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { isOpen } from '#domain/orders/order-rules.ts'
import { type ApiFailure, toFailure } from '#src/api/failure.ts'
import { useKept } from '#src/local-data/useLocalRows.ts'
import { useReloadAfterSending } from '#src/local-data/useReloadAfterSending.ts'
import { historyKey, vehicleHistoryQuery } from './history.queries.ts'
import { byDay, type HistoryRow, manualRow, orderRow, overlay, withoutGaps } from './history-rows.ts'
import { useHistoryWords } from './useHistoryWords.ts'

/** Rows shown of the copies on this device before more are asked for. */
const KEPT_PAGE = 20

export interface VehicleHistory {
  /** Undefined while neither this device nor the server has said anything. */
  rows: HistoryRow[] | undefined
  hasMore: boolean
  isLoadingMore: boolean
  showMore: () => void
  /** Why the rows are this device's only. */
  failure: ApiFailure | undefined
  retry: () => void
}

/** Orders and manual entries of a vehicle: pages of the server, the device's copies without signal, own changes over both. */
export function useVehicleHistory(vehicleId: number): VehicleHistory {
  const kept = useKept(['history', vehicleId], (cache) => cache.historyOf(vehicleId))
  const orders = useKept(['orders', vehicleId], (cache) => cache.ordersOf(vehicleId))
  const words = useHistoryWords(useKept(['services'], (cache) => cache.services))
  const pages = useInfiniteQuery(vehicleHistoryQuery(vehicleId))
  const [shown, setShown] = useState(KEPT_PAGE)
  const retry = () => void pages.refetch()
  useReloadAfterSending(historyKey())

  if (pages.data) {
    const fetched = pages.data.pages.flatMap((page) => page.manual_maintenance_histories)
    const bought = new Map(
      pages.data.pages.flatMap((page) => page.maintenance_histories).map((order) => [order.id, order]),
    )
    const manual = overlay({ fetched, isAll: !pages.hasNextPage }, kept ?? [])
    const entries = manual.map((one) => manualRow(one, words))
    const orderRows = [...bought.values()].map((order) => orderRow(order, words))
    const last = pages.data.pages.at(-1)
    const [{ pageMH = 1, pageMMH = 1 } = {}] = pages.data.pageParams.slice(-1)
    // The two page side by side: a row of the one waits for those of the other that come before it.
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
  const all = kept &&
    past && [...kept.map((one) => manualRow(one, words)), ...past.map((order) => orderRow(order, words))]
  return {
    // What is not on this device may be on the server, which did not say.
    failure: pages.error ? toFailure(pages.error) : undefined,
    retry,
    // An empty copy says nothing as long as the server may have more.
    rows: all?.length === 0 && pages.isFetching ? undefined : all?.toSorted(byDay).slice(0, shown),
    hasMore: (all?.length ?? 0) > shown,
    isLoadingMore: false,
    showMore: () => setShown(shown + KEPT_PAGE),
  }
}
