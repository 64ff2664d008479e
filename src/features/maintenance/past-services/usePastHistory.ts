import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { effectiveTime, isOpen } from '#domain/orders/order-rules.ts'
import { queries } from '#src/api/client.ts'
import { historiesQuery } from '#src/features/maintenance/history/history.queries.ts'
import { manualRow, orderRow, overlay } from '#src/features/maintenance/history/history-rows.ts'
import { useHistoryText } from '#src/features/maintenance/history/useHistoryText.ts'
import { useWholeList } from '#src/local-data/useFirstLoad.ts'
import { useLocalRows, useVehicles } from '#src/local-data/useLocalRows.ts'
import { useReloadAfterSending } from '#src/local-data/useReloadAfterSending.ts'
import { type FetchedPage, pageRows } from './past-page.ts'
import { type DayRange, isInRange, type PastRow, pastRows } from './past-rows.ts'

export interface PastHistory {
  /** All local rows of the range, until the server responds. Undefined: loading, or not needed. */
  here: PastRow[] | undefined
  /** The server's page with local changes. */
  page: PastRow[] | undefined
  /** Returns the rows of another page of the server, with local changes. */
  rowsOf: (fetched: FetchedPage) => PastRow[]
  /** Unsent entries, which the server's counts do not include. */
  unsent: PastRow[]
}

const NOTHING: PastRow[] = []

/** Returns manual entries and past orders: the server's page, or the local copies until it arrives. */
export function usePastHistory(range: DayRange, fetched: FetchedPage | undefined): PastHistory {
  const localRows = useLocalRows(['histories'], (cache) => cache.histories, { isHuge: true })
  const orders = useWholeList(useLocalRows(['orders'], (cache) => cache.orders, { isHuge: true }))
  const vehicles = useVehicles()
  const rowTexts = useHistoryText(useLocalRows(['services'], (cache) => cache.services))
  const { data } = useQuery(historiesQuery(range.from, range.to))
  useReloadAfterSending(queries.history.key())
  const listed = data?.manual_maintenance_histories
  const { from, to } = range
  const isNeeded = fetched === undefined
  // With thousands of rows, only those in the range are built, and typing in the search builds none.
  const here = useMemo(() => {
    if (!isNeeded || !localRows || !orders || !vehicles) return undefined
    const days = { from, to }
    const manual = overlay({ fetched: listed ?? [], isAll: true }, localRows).filter(({ row, waiting }) =>
      isInRange(row.date_of_completion, waiting !== null, days),
    )
    const bought = orders.filter(
      (order) => !isOpen(order.status) && isInRange(rowTexts.dayOf(effectiveTime(order)), false, days),
    )
    const rows = [
      ...manual.map((entry) => manualRow(entry, rowTexts)),
      ...bought.map((order) => orderRow(order, rowTexts)),
    ]
    return pastRows(rows, vehicles)
  }, [isNeeded, localRows, orders, vehicles, rowTexts, listed, from, to])
  const shown = useMemo(() => {
    if (!fetched || !localRows) return undefined
    const { page, unsent } = pageRows(fetched, localRows, rowTexts)
    return {
      page: pastRows(page, vehicles ?? [], 'as given', fetched.names),
      unsent: pastRows(unsent, vehicles ?? []),
    }
  }, [fetched, localRows, vehicles, rowTexts])
  const rowsOf = (other: FetchedPage) =>
    pastRows(pageRows(other, localRows ?? [], rowTexts).page, vehicles ?? [], 'as given', other.names)
  return { here, rowsOf, page: shown?.page, unsent: shown?.unsent ?? NOTHING }
}
