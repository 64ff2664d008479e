import { dayIn } from '#domain/core/days.ts'
import type { Database } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'
import type { VehiclesService } from '../../vehicles/vehicles/vehicles.service.ts'
import type { DueService } from './due.service.ts'

/** Vehicles of one transaction: short enough that nobody waits long for one of them. */
const BATCH = 200

interface DueDatesDeps {
  db: Database
  due: DueService
  vehicles: Pick<VehiclesService, 'lock'>
  log: { error(about: object, message: string): void }
}

/** Work on due dates that no request does: the calendar goes on, vehicles come without a schedule, templates change. */
export function dueDates({ db, due, vehicles, log }: DueDatesDeps) {
  const running = new Set<Promise<unknown>>()

  /** @returns how many vehicles */
  async function refreshFleet(fleetId: number, today: string): Promise<number> {
    let count = 0
    // From where the last batch ended: looked at from the start again, a large fleet's later batches take seconds each.
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
     * Works out anew what is due on every vehicle that was not yet worked out today, by the day of its fleet. Harmless
     * twice, and can be ended anywhere.
     * @returns how many vehicles
     */
    async refreshAll(now: Date): Promise<number> {
      const fleets = await db.query<{ id: number; time_zone: string }>(
        sql`select id, time_zone from fleets order by id`,
      )
      let count = 0
      for (const fleet of fleets) count += await refreshFleet(fleet.id, dayIn(fleet.time_zone, now))
      return count
    },

    /** Begins with a fleet at once, after a commit and beside all else. What does not get done is done within the hour. */
    startFleet(fleet: { id: number; timeZone: string }): void {
      const work = refreshFleet(fleet.id, dayIn(fleet.timeZone, new Date()))
        .catch((error) =>
          log.error({ err: error, fleet: fleet.id }, 'Due dates of a fleet were not worked out'),
        )
        .finally(() => running.delete(work))
      running.add(work)
    },

    /** When all that was begun is over. */
    settled: () => Promise.all(running),
  }
}
export type DueDates = ReturnType<typeof dueDates>
