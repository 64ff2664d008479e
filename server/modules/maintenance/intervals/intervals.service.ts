import type { UseCase } from '#server/use-case.ts'
import { intervalsRepository as intervals } from './intervals.repository.ts'

/** Returns the next interval of each vehicle, none for missing and foreign vehicles. */
export async function listNextIntervals(
  { tx, actor }: Pick<UseCase, 'tx' | 'actor'>,
  vehicleIds: readonly number[],
) {
  return { intervals: await intervals.next(tx, actor, vehicleIds) }
}
