import { setTimeout as delay } from 'node:timers/promises'
import { dayIn } from '#domain/core/days.ts'
import type { Database } from '#server/db/database.ts'
import { isLockConflict } from '#server/db/database-errors.ts'
import { inBackground } from '#server/fairness/background-turns.ts'
import { lockVehicles } from '../../vehicles/vehicles/vehicles.service.ts'
import { refreshDueDates } from './due.service.ts'
import { schedulesRepository } from './schedules.repository.ts'

/** Vehicles per transaction: few enough that locks are short. */
const BATCH = 200
/** Attempts at a batch that conflicts with changes of users. */
const TRIES_MAX = 5
const PAUSE_MS = 200

interface DueDatesDeps {
  db: Database
  log: { error(about: object, message: string): void }
  announce: (fleetId: number) => void
}

/** Updates due dates in the background: as days pass, vehicles are added, and templates change. */
export function dueDates({ db, log, announce }: DueDatesDeps) {
  const running = new Set<Promise<unknown>>()

  /** Computes one batch. Returns its vehicles. */
  async function refreshBatch(batch: Parameters<typeof schedulesRepository.vehiclesToCompute>[1]) {
    // Most fleets have none at most hours. They take no turn, so that others need not wait for it.
    const due = await db.tenant(batch.fleetId, (tx) => schedulesRepository.vehiclesToCompute(tx, batch))
    if (due.length === 0) return due
    for (let tries = 1; ; tries++)
      try {
        return await inBackground(batch.fleetId, () =>
          db.tenant(batch.fleetId, async (tx) => {
            const found = await schedulesRepository.vehiclesToCompute(tx, batch)
            await lockVehicles(tx, batch.fleetId, found)
            await refreshDueDates(tx, batch.fleetId, found, batch.today)
            return found
          }),
        )
      } catch (error) {
        if (!isLockConflict(error) || tries >= TRIES_MAX) throw error
        await delay(PAUSE_MS * tries)
      }
  }

  /** @returns number of vehicles */
  async function refreshFleet(fleetId: number, today: string): Promise<number> {
    let count = 0
    // Continues after the last batch, because scanning from the start makes later batches of a large fleet take
    // seconds.
    let after: number | undefined = 0
    while (after !== undefined) {
      const ids: number[] = await refreshBatch({ fleetId, today, after, limit: BATCH })
      if (ids.length > 0) announce(fleetId)
      count += ids.length
      after = ids.length === BATCH ? ids.at(-1) : undefined
    }
    return count
  }

  return {
    /**
     * Recomputes what is due on every vehicle that was not computed today, in its fleet's time zone. Idempotent, and
     * can be interrupted at any point.
     * @returns number of vehicles
     */
    async refreshAll(now: Date): Promise<number> {
      const fleets = await schedulesRepository.fleetTimeZones(db)
      let count = 0
      const faults: unknown[] = []
      // A failure in one fleet does not affect others.
      for (const fleet of fleets)
        try {
          count += await refreshFleet(fleet.id, dayIn(fleet.time_zone, now))
        } catch (error) {
          faults.push(error)
        }
      if (faults.length > 0)
        throw new AggregateError(faults, 'Due dates of some fleets could not be computed')
      return count
    },

    /** Starts with a fleet immediately, in the background after a commit. The hourly run completes what this leaves. */
    startFleet(fleet: { id: number; timeZone: string }): void {
      const work = refreshFleet(fleet.id, dayIn(fleet.timeZone, new Date()))
        .catch((error) =>
          log.error({ err: error, fleet: fleet.id }, 'Due dates of a fleet could not be computed'),
        )
        .finally(() => running.delete(work))
      running.add(work)
    },

    /** Resolves when all started runs have finished. */
    settled: () => Promise.all(running),
  }
}
export type DueDates = ReturnType<typeof dueDates>
