import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { isOpen } from '#contract/orders/order-rules.ts'
import { useKept } from '#src/session/useKept.ts'
import { useReloadAfterSending } from '#src/session/useReloadAfterSending.ts'
import { historiesQuery, historyKey } from './history.queries.ts'
import { manualRow, orderRow, overlay } from './history-rows.ts'
import { type DayRange, isInRange, type PastRow, pastRows } from './past-rows.ts'
import { useHistoryWords } from './useHistoryWords.ts'

/** Manual entries and past orders of the fleet; what this device keeps shows at once, the server's answer joins it. */
export function usePastHistory(range: DayRange): PastRow[] | undefined {
  const kept = useKept(['histories'], (cache) => cache.histories, { isHuge: true })
  const orders = useKept(['orders'], (cache) => cache.orders, { isHuge: true })
  const vehicles = useKept(['vehicles'], (cache) => cache.vehicles)
  const words = useHistoryWords(useKept(['services'], (cache) => cache.services))
  const { data } = useQuery(historiesQuery(range.from, range.to))
  useReloadAfterSending(historyKey())
  const fetched = data?.manual_maintenance_histories
  const { from, to } = range
  // Thousands of rows: only those of the range are built, and typing in the search builds none.
  return useMemo(() => {
    if (!kept || !orders || !vehicles) return undefined
    const days = { from, to }
    const manual = overlay({ fetched: fetched ?? [], isAll: true }, kept).filter(({ row, waiting }) =>
      isInRange(row.date_of_completion, waiting !== null, days),
    )
    const bought = orders.filter(
      (order) => !isOpen(order.status) && isInRange(words.dayOf(order.appointment_datetime), false, days),
    )
    const rows = [
      ...manual.map((one) => manualRow(one, words)),
      ...bought.map((order) => orderRow(order, words)),
    ]
    return pastRows(rows, vehicles)
  }, [kept, orders, vehicles, words, fetched, from, to])
}
