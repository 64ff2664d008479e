import type { Actor } from '#server/actor.ts'
import type { Transaction } from '#server/db/database.ts'
import type { IntervalsRepository } from './intervals.repository.ts'

/** Maintenance intervals as far as this issue needs them: what is next. */
export function intervalsService(intervals: IntervalsRepository) {
  return {
    /** Next interval of each of the vehicles. Missing and foreign vehicles both have none. */
    async next(tx: Transaction, actor: Actor, vehicleIds: readonly number[]) {
      return { intervals: await intervals.next(tx, actor, vehicleIds) }
    },
  }
}
export type IntervalsService = ReturnType<typeof intervalsService>
