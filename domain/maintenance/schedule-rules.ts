import type { VehicleSchedule } from '#contract/maintenance/vehicle-schedule.ts'
import { type DueInput, type DueItem, dueItems, type ScheduleItem } from './due-rules.ts'

/** Converts a schedule to the input of the due engine. */
export function dueInputOf(schedule: VehicleSchedule): DueInput {
  return {
    ...schedule,
    readings: schedule.readings.map((reading) => ({ ...reading, is_void: reading.void_reason !== null })),
  }
}

/** Returns the state of all intervals of a vehicle on a day. */
export const dueOf = (schedule: VehicleSchedule, today: string): DueItem[] =>
  dueItems(dueInputOf(schedule), today)

/** Returns the services of an interval that are not done in its current cycle (SCH-052). */
export function openServiceIds(
  item: Pick<ScheduleItem, 'service_ids'>,
  { completed }: Pick<DueItem, 'completed'>,
): number[] {
  const done = new Set(completed.map(({ service_id }) => service_id))
  return item.service_ids.filter((id) => !done.has(id))
}

/**
 * Returns whether an interval was completed after the state that the user saw. `seen`: the day of its latest completed
 * cycle, or 'never'. An interval that is no longer on the schedule was not.
 */
export function wasCompletedSince(
  schedule: VehicleSchedule,
  itemId: number,
  seen: string,
  today: string,
): boolean {
  const latest = dueOf(schedule, today).find((due) => due.item_id === itemId)?.cycles[0]?.closed_on
  return latest !== undefined && (seen === 'never' || latest > seen)
}

/**
 * Returns ids of the marks to remove when services are marked as not done: those of the current cycle, or those that
 * closed the last one if the service was not done since. Work from history or orders stays done and is corrected there
 * (SCH-025).
 */
export function marksToRemove(
  schedule: VehicleSchedule,
  serviceIds: readonly number[],
  today: string,
): string[] {
  const due = dueOf(schedule, today)
  return serviceIds.flatMap((id) => {
    const lists = due.map(({ completed, cycles }) =>
      completed.some((completion) => completion.service_id === id)
        ? completed
        : (cycles[0]?.completions ?? []),
    )
    const marks = lists.map((list) =>
      list.filter((completion) => completion.service_id === id && completion.source === 'mark'),
    )
    return (marks.find((list) => list.length > 0) ?? []).map((completion) => completion.id)
  })
}
