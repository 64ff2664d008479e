import type { Interval } from '#contract/maintenance/intervals.ts'
import type { Vehicle } from '#contract/vehicles/vehicles.ts'
import { dueStateOf } from '#src/features/maintenance/intervals/due.ts'
import { type UpcomingRow, upcomingRows } from '#src/features/maintenance/intervals/upcoming-rows.ts'

/** Intervals of one status: of vehicles that are to be booked, and of those that have an open order already. */
export interface DueCount {
  toBook: number
  ordered: number
}

export interface DueSummary {
  /** Due or past due, most urgent first, vehicles with an open order included: the upcoming tab shows the same. */
  rows: readonly UpcomingRow[]
  /** Vehicles with something due and no open order (DSH-003, DSH-004). */
  vehicles: number
  /** DSH-017 */
  counts: { past_due: DueCount; due_soon: DueCount }
}

/** What is due in the fleet, as rows and as numbers. `ordered`: vehicles with an open order, which no number counts. */
export function summariseDue(
  intervals: readonly Interval[],
  vehicles: readonly Vehicle[],
  ordered: ReadonlySet<number>,
): DueSummary {
  const rows = upcomingRows(
    intervals.filter((interval) => dueStateOf(interval) !== 'fine'),
    vehicles,
  )
  const counts = { past_due: { toBook: 0, ordered: 0 }, due_soon: { toBook: 0, ordered: 0 } }
  for (const { due, vehicleId } of rows)
    if (due !== 'fine') counts[due][ordered.has(vehicleId) ? 'ordered' : 'toBook'] += 1
  const toBook = rows.filter(({ vehicleId }) => !ordered.has(vehicleId))
  return { rows, vehicles: new Set(toBook.map(({ vehicleId }) => vehicleId)).size, counts }
}
