import type { DueInput } from '#domain/maintenance/due-rules.ts'
import { dueInputOf } from '#domain/maintenance/schedule-rules.ts'
import type { Queryable } from '#server/db/database.ts'
import { type LatestSchedule, readLatest } from './schedules.reads.ts'

/** More completions than any vehicle has. */
const ALL = 1_000_000

/**
 * Returns the input of `dueItems` with every completion, for vehicles that have more than their schedule contains.
 * Without them, completed intervals would change as entries are added (decision 97).
 */
export async function readWholeHistories(
  db: Queryable,
  fleetId: number,
  latest: readonly LatestSchedule[],
): Promise<Map<number, DueInput>> {
  const cut = latest.filter(({ isCut }) => isCut).map(({ schedule }) => schedule.vehicle_id)
  const complete = cut.length > 0 ? await readLatest(db, fleetId, cut, ALL) : []
  return new Map(complete.map(({ schedule }) => [schedule.vehicle_id, dueInputOf(schedule)]))
}
