import { useMemo } from 'react'
import type { OrderHistory } from '#contract/maintenance/history-record.ts'
import type { UpcomingRow } from '#src/features/maintenance/intervals/upcoming-rows.ts'
import { useUpcomingRows } from '#src/features/maintenance/intervals/useUpcomingRows.ts'
import { useLocalOpenOrders } from '#src/features/orders/orders/useLocalOpenOrders.ts'
import { useComplete } from '#src/local-data/useFirstLoad.ts'
import { useIntervals, useVehicles } from '#src/local-data/useLocalRows.ts'
import { countDue, type DueNumber } from './due-summary.ts'

export interface Due {
  /** Intervals that are due or past due, most urgent first, including vehicles with an active order. */
  rows: readonly UpcomingRow[]
  /** Undefined until the first load is complete. */
  counts: Readonly<Record<DueNumber, number>> | undefined
  /** Active order by vehicle, from the local copies. */
  orderOf: ReadonlyMap<number, OrderHistory>
  /** Whether there are vehicles and intervals at all. */
  basis: 'no vehicles' | 'no intervals' | 'intervals'
}

/** Returns due maintenance from the local copies; undefined while loading. */
export function useDue(): Due | undefined {
  const intervals = useIntervals()
  const vehicles = useVehicles()
  const orders = useLocalOpenOrders()
  const rows = useUpcomingRows('due')
  const isComplete = useComplete(true) === true
  return useMemo(() => {
    if (!intervals || !vehicles || !orders || !rows) return undefined
    const orderOf = new Map(orders.map((order) => [order.vehicle_id, order]))
    const hasVehicles = vehicles.some((vehicle) => vehicle.is_active)
    const basis = !hasVehicles ? 'no vehicles' : intervals.length === 0 ? 'no intervals' : 'intervals'
    const counts = isComplete ? countDue(rows, (id) => orderOf.has(id)) : undefined
    return { rows, counts, orderOf, basis }
  }, [intervals, vehicles, orders, rows, isComplete])
}
