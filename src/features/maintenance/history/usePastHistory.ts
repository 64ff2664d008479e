import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { ManualHistory, OrderHistory } from '#contract/maintenance/history.ts'
import { effectiveTime, isOpen } from '#contract/orders/order-rules.ts'
import { useKept, useVehicles } from '#src/session/useKept.ts'
import { useReloadAfterSending } from '#src/session/useReloadAfterSending.ts'
import { historiesQuery, historyKey } from './history.queries.ts'
import { manualRow, orderRow, overlay } from './history-rows.ts'
import { type DayRange, isInRange, type PastRow, pastRows } from './past-rows.ts'
import { useHistoryWords } from './useHistoryWords.ts'

/** What the server has of the range: it may be more than this device keeps (SVC-030). */
type FetchedOrder = Omit<OrderHistory, 'maintenance_documents'>
export interface FetchedPast {
  orders: readonly FetchedOrder[]
  manual: readonly ManualHistory[]
}

/** Manual entries and past orders of the fleet; what this device keeps shows at once, the server's answer joins it. */
export function usePastHistory(range: DayRange, more: FetchedPast | undefined): PastRow[] | undefined {
  const kept = useKept(['histories'], (cache) => cache.histories, { isHuge: true })
  const orders = useKept(['orders'], (cache) => cache.orders, { isHuge: true })
  const vehicles = useVehicles()
  const words = useHistoryWords(useKept(['services'], (cache) => cache.services))
  const { data } = useQuery(historiesQuery(range.from, range.to))
  useReloadAfterSending(historyKey())
  const fetched = data?.manual_maintenance_histories
  const { from, to } = range
  // Thousands of rows: only those of the range are built, and typing in the search builds none.
  return useMemo(() => {
    if (!kept || !orders || !vehicles) return undefined
    const days = { from, to }
    const manual = overlay(
      { fetched: [...(fetched ?? []), ...(more?.manual ?? [])], isAll: true },
      kept,
    ).filter(({ row, waiting }) => isInRange(row.date_of_completion, waiting !== null, days))
    const known = new Set(orders.map((order) => order.id))
    const others = more?.orders.filter((order) => !known.has(order.id)) ?? []
    const all = [...orders, ...others.map((order) => ({ ...order, maintenance_documents: [] }))]
    const bought = all.filter(
      (order) => !isOpen(order.status) && isInRange(words.dayOf(effectiveTime(order)), false, days),
    )
    const rows = [
      ...manual.map((one) => manualRow(one, words)),
      ...bought.map((order) => orderRow(order, words)),
    ]
    return pastRows(rows, vehicles)
  }, [kept, orders, vehicles, words, fetched, more, from, to])
}
