import type { Interval } from '#contract/maintenance/intervals.ts'
import type { Vehicle } from '#contract/vehicles/vehicles.ts'
import { dueStateOf } from '#src/features/maintenance/intervals/due.ts'
import { type UpcomingRow, upcomingRows } from '#src/features/maintenance/intervals/upcoming-rows.ts'
import type { Snooze } from '#src/offline/model/api/cache-api.ts'
import { DEFAULT_DUE_VIEW, type DueView, dueRows } from './due-view.ts'

/** The dashboard's numbers about due maintenance, each with the view that it counts and opens. */
export const DUE_NUMBERS = {
  /** Vehicles with something due and no active order (DSH-003, DSH-004). */
  vehicles: { due: 'all', order: 'without', by: 'vehicle' },
  vehiclesPastDue: { due: 'past_due', order: 'without', by: 'vehicle' },
  /** Intervals by status (DSH-017): of vehicles without an active order, and of those with one. */
  pastDue: { due: 'past_due', order: 'without', by: 'interval' },
  pastDueOrdered: { due: 'past_due', order: 'with', by: 'interval' },
  dueSoon: { due: 'due_soon', order: 'without', by: 'interval' },
  dueSoonOrdered: { due: 'due_soon', order: 'with', by: 'interval' },
  all: DEFAULT_DUE_VIEW,
} as const satisfies Record<string, DueView>
export type DueNumber = keyof typeof DUE_NUMBERS

export interface DueSummary {
  /** Intervals that are due or past due, most urgent first, including vehicles with an active order. */
  rows: readonly UpcomingRow[]
  counts: Readonly<Record<DueNumber, number>>
}

/** Returns the fleet's due maintenance as rows and numbers. `ordered`: vehicles with an active order. */
export function summarizeDue(
  intervals: readonly Interval[],
  vehicles: readonly Vehicle[],
  ordered: ReadonlySet<number>,
  snoozes: readonly Snooze[],
): DueSummary {
  const rows = upcomingRows(
    intervals.filter((interval) => dueStateOf(interval) !== 'fine'),
    vehicles,
    snoozes,
  )
  const count = (view: DueView) => dueRows(rows, (id) => ordered.has(id), view).length
  const counts = Object.fromEntries(Object.entries(DUE_NUMBERS).map(([name, view]) => [name, count(view)]))
  return { rows, counts: counts as Record<DueNumber, number> }
}
