import type { Actor } from '#server/actor.ts'
import type { Transaction } from '#server/db/database.ts'
import type { IntervalsRepository } from './intervals.repository.ts'

/** Next maintenance intervals. */
export function intervalsService(intervals: IntervalsRepository) {
  return {
    /** Returns the next interval of each vehicle, none for missing and foreign vehicles. */
    async next(tx: Transaction, actor: Actor, vehicleIds: readonly number[]) {
      return { intervals: await intervals.next(tx, actor, vehicleIds) }
    },
  }
}
export type IntervalsService = ReturnType<typeof intervalsService>
