import type { UpcomingRow } from '#src/features/maintenance/intervals/upcoming-rows.ts'
import { DEFAULT_DUE_VIEW, type DueView } from './due-view.ts'

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

/**
 * Counts the rows of each number, in one pass, without building the rows of each view.
 * @param rows due intervals, most urgent first
 */
export function countDue(
  rows: readonly UpcomingRow[],
  hasOrder: (vehicleId: number) => boolean,
): Record<DueNumber, number> {
  const found = {
    all: rows.length,
    vehicles: 0,
    vehiclesPastDue: 0,
    pastDue: 0,
    pastDueOrdered: 0,
    dueSoon: 0,
    dueSoonOrdered: 0,
  }
  const vehicles = new Set<number>()
  for (const { vehicleId, due } of rows) {
    const isPastDue = due === 'past_due'
    if (hasOrder(vehicleId)) {
      found[isPastDue ? 'pastDueOrdered' : 'dueSoonOrdered'] += 1
      continue
    }
    found[isPastDue ? 'pastDue' : 'dueSoon'] += 1
    // A vehicle is as urgent as its first row.
    if (vehicles.has(vehicleId)) continue
    vehicles.add(vehicleId)
    found.vehicles += 1
    if (isPastDue) found.vehiclesPastDue += 1
  }
  return found
}
