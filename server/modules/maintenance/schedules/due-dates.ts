import { dayIn } from '#domain/core/days.ts'
import type { Database } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'
import type { VehiclesService } from '../../vehicles/vehicles/vehicles.service.ts'
import type { DueService } from './due.service.ts'

/** Vehicles per transaction: few enough that locks are short. */
const BATCH = 200

interface DueDatesDeps {
  db: Database
  due: DueService
  vehicles: Pick<VehiclesService, 'lock'>
  log: { error(about: object, message: string): void }
}

/** Updates due dates in the background: as days pass, vehicles are added, and templates change. */
export function dueDates({ db, due, vehicles, log }: DueDatesDeps) {
  const running = new Set<Promise<unknown>>()

  /** @returns number of vehicles */
  async function refreshFleet(fleetId: number, today: string): Promise<number> {
    let count = 0
    // Continues after the last batch, because scanning from the start makes later batches of a large fleet take
    // seconds.
    for (let last: number | undefined = 0; last !== undefined; )
      last = await db.tenant(fleetId, async (tx) => {
        const batch = await tx.query<{ id: number }>(sql`
          select v.id from vehicles v left join vehicle_schedules s on s.vehicle_id = v.id
          where v.fleet_id = ${fleetId} and v.id > ${last} and (s.computed_on is null or s.computed_on < ${today}::date
            or s.fingerprint is null)
          order by v.id limit ${BATCH}`)
        const ids = batch.map(({ id }) => id)
        await vehicles.lock(tx, fleetId, ids)
        await due.refresh(tx, fleetId, ids, today)
        count += ids.length
        return ids.length === BATCH ? ids.at(-1) : undefined
      })
    return count
  }

  return {
    /**
     * Recomputes what is due on every vehicle that was not computed today, in its fleet's time zone. Idempotent, and
     * can be interrupted at any point.
     * @returns number of vehicles
     */
    async refreshAll(now: Date): Promise<number> {
      const fleets = await db.query<{ id: number; time_zone: string }>(
        sql`select id, time_zone from fleets order by id`,
      )
      let count = 0
      for (const fleet of fleets) count += await refreshFleet(fleet.id, dayIn(fleet.time_zone, now))
      return count
    },

    /** Starts with a fleet immediately, in the background after a commit. The hourly run completes what this leaves. */
    startFleet(fleet: { id: number; timeZone: string }): void {
      const work = refreshFleet(fleet.id, dayIn(fleet.timeZone, new Date()))
        .catch((error) =>
          log.error({ err: error, fleet: fleet.id }, 'Due dates of a fleet were not worked out'),
        )
        .finally(() => running.delete(work))
      running.add(work)
    },

    /** Resolves when all started runs have finished. */
    settled: () => Promise.all(running),
  }
}
export type DueDates = ReturnType<typeof dueDates>
