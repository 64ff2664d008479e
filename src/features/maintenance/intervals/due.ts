import type { Interval } from '#contract/maintenance/intervals.ts'
import type { DueState } from '#src/features/vehicles/vehicles/vehicle-rows.ts'
import { compareText } from '#src/lib/sort-in-steps.ts'

const byTag: Record<Interval['tag'], DueState> = {
  'Past Due': 'past_due',
  'Currently Due': 'due_soon',
  Upcoming: 'fine',
}

/** Returns the due state of an interval; the tag decides if the server sends no status. */
export function dueStateOf(interval: Pick<Interval, 'due_status' | 'tag'>): DueState {
  return interval.due_status ?? byTag[interval.tag]
}

const rank: Record<DueState, number> = { past_due: 0, due_soon: 1, fine: 2 }

/** Returns the most urgent state of each vehicle; vehicles without intervals are not in the map. */
export function dueByVehicle(intervals: readonly Interval[]): Map<number, DueState> {
  const states = new Map<number, DueState>()
  for (const interval of intervals) {
    const state = dueStateOf(interval)
    const known = states.get(interval.vehicle_id) ?? 'fine'
    states.set(interval.vehicle_id, rank[state] < rank[known] ? state : known)
  }
  return states
}

/** Sorts most urgent first, then due by distance before due by date only (SVC-043), then by date. */
export function byUrgency(a: Interval, b: Interval): number {
  return (
    rank[dueStateOf(a)] - rank[dueStateOf(b)] ||
    Number(a.due_at === null) - Number(b.due_at === null) ||
    compareText(a.due_date ?? '9999', b.due_date ?? '9999') ||
    a.id - b.id
  )
}

/** Returns the distance left from a reading: negative if past due, null if due by date only. */
export function distanceLeft(
  interval: Pick<Interval, 'due_at' | 'unit'>,
  odometer: number | null,
): number | null {
  return interval.due_at === null || odometer === null ? null : interval.due_at - odometer
}
