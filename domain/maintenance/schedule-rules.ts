import type { VehicleSchedule } from '#contract/maintenance/vehicle-schedule.ts'
import { type DueInput, type DueItem, dueItems } from './due-rules.ts'

/** A schedule as the due engine takes it. */
export function dueInputOf(schedule: VehicleSchedule): DueInput {
  return {
    ...schedule,
    readings: schedule.readings.map((reading) => ({ ...reading, is_void: reading.void_reason !== null })),
  }
}

/** How all intervals of a vehicle stand on a day. */
export const dueOf = (schedule: VehicleSchedule, today: string): DueItem[] =>
  dueItems(dueInputOf(schedule), today)

/**
 * Whether an interval was completed after what a person saw of it when they marked it. `seen`: the day of its latest
 * completed cycle, 'never': there was none. An interval that is no longer on the schedule has not been.
 */
export function wasCompletedSince(
  schedule: VehicleSchedule,
  itemId: number,
  seen: string,
  today: string,
): boolean {
  const latest = dueOf(schedule, today).find((one) => one.item_id === itemId)?.cycles[0]?.closed_on
  return latest !== undefined && (seen === 'never' || latest > seen)
}

/**
 * Ids of the marks that go when services are said not to be done: those of the present cycle; where it has none, those
 * that closed the last one. What history or an order says is done stays done: it is corrected there (SCH-025).
 */
export function marksToRemove(
  schedule: VehicleSchedule,
  serviceIds: readonly number[],
  today: string,
): string[] {
  const due = dueOf(schedule, today)
  return serviceIds.flatMap((id) => {
    const lists = due.flatMap(({ completed, cycles }) => [completed, cycles[0]?.completions ?? []])
    const marks = lists.map((list) => list.filter((one) => one.service_id === id && one.source === 'mark'))
    return (marks.find((list) => list.length > 0) ?? []).map((one) => one.id)
  })
}
