import { useMemo } from 'react'
import { useKeptOpenOrders } from '#src/features/orders/orders/useKeptOpenOrders.ts'
import { useIntervals, useVehicles } from '#src/session/useKept.ts'
import { type DueSummary, summariseDue } from './due-summary.ts'

export interface Due extends DueSummary {
  /** The open order of a vehicle, by what this device keeps. */
  orderOf: ReadonlyMap<number, number>
  /** What is there for anything to be due. */
  basis: 'no vehicles' | 'no intervals' | 'intervals'
}

/** What is due, from what this device keeps; undefined until that is read. */
export function useDue(): Due | undefined {
  const intervals = useIntervals()
  const vehicles = useVehicles()
  const orders = useKeptOpenOrders()
  return useMemo(() => {
    if (!intervals || !vehicles || !orders) return undefined
    const orderOf = new Map(orders.map((order) => [order.vehicle_id, order.id]))
    const hasVehicles = vehicles.some((vehicle) => vehicle.is_active)
    const basis = !hasVehicles ? 'no vehicles' : intervals.length === 0 ? 'no intervals' : 'intervals'
    return { ...summariseDue(intervals, vehicles, new Set(orderOf.keys())), orderOf, basis }
  }, [intervals, vehicles, orders])
}
