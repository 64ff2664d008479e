import type { Interval } from '#contract/maintenance/intervals.ts'
import type { Vehicle } from '#contract/vehicles/vehicles.ts'
import { vehicleDetail, vehicleName } from '#src/features/vehicles/vehicles/vehicle-name.ts'
import type { DueState } from '#src/features/vehicles/vehicles/vehicle-rows.ts'
import { byUrgency, dueStateOf } from './due.ts'

/** An interval as the upcoming tab shows it. */
export interface UpcomingRow {
  id: number
  interval: Interval
  vehicleId: number
  vehicleName: string
  vehicleDetail: string
  odometer: number | null
  due: DueState
  haystack: string
}

export const DUE_FILTERS = ['all', 'due_soon', 'past_due'] as const
export type DueFilter = (typeof DUE_FILTERS)[number]

/** Intervals of active vehicles, most urgent first; one of a vehicle that this device does not know is left out. */
export function upcomingRows(intervals: readonly Interval[], vehicles: readonly Vehicle[]): UpcomingRow[] {
  const known = new Map(vehicles.map((vehicle) => [vehicle.id, vehicle]))
  return intervals.toSorted(byUrgency).flatMap((interval) => {
    const vehicle = known.get(interval.vehicle_id)
    if (!vehicle?.is_active) return []
    const name = vehicleName(vehicle)
    const detail = vehicleDetail(vehicle)
    const words = interval.services.flatMap((service) => [service.name_en, service.name_fr])
    return {
      id: interval.id,
      interval,
      vehicleId: vehicle.id,
      vehicleName: name,
      vehicleDetail: detail,
      odometer: vehicle.odometer,
      due: dueStateOf(interval),
      haystack: [name, detail, interval.name, ...words].join(' ').toLowerCase(),
    }
  })
}

interface UpcomingQuery {
  query: string
  due: DueFilter
  /** Due dates from and to, 'YYYY-MM-DD'; empty: no bound. An interval without a date is within every range. */
  from: string
  to: string
}

export function findUpcoming(
  rows: readonly UpcomingRow[],
  { query, due, from, to }: UpcomingQuery,
): UpcomingRow[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  return rows.filter(({ interval, haystack, ...row }) => {
    const date = interval.due_date
    const isInRange = date === null || ((!from || date >= from) && (!to || date <= to))
    return isInRange && (due === 'all' || row.due === due) && words.every((word) => haystack.includes(word))
  })
}
