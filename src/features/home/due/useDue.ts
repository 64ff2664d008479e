import { useMemo } from 'react'
import type { OrderHistory } from '#contract/maintenance/history-record.ts'
import { useLocalOpenOrders } from '#src/features/orders/orders/useLocalOpenOrders.ts'
import { useSnoozes } from '#src/local-data/rows/useSnoozes.ts'
import { useComplete } from '#src/local-data/useFirstLoad.ts'
import { useIntervals, useVehicles } from '#src/local-data/useLocalRows.ts'
import { type DueNumber, type DueSummary, summarizeDue } from './due-summary.ts'

export interface Due extends Pick<DueSummary, 'rows'> {
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
  const snoozes = useSnoozes()
  const isComplete = useComplete(true) === true
  return useMemo(() => {
    if (!intervals || !vehicles || !orders || !snoozes) return undefined
    const orderOf = new Map(orders.map((order) => [order.vehicle_id, order]))
    const hasVehicles = vehicles.some((vehicle) => vehicle.is_active)
    const basis = !hasVehicles ? 'no vehicles' : intervals.length === 0 ? 'no intervals' : 'intervals'
    const { rows, counts } = summarizeDue(intervals, vehicles, new Set(orderOf.keys()), snoozes)
    return { rows, counts: isComplete ? counts : undefined, orderOf, basis }
  }, [intervals, vehicles, orders, snoozes, isComplete])
}
