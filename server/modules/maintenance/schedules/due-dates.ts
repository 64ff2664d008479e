import { dayIn } from '#contract/core/days.ts'
import type { Database } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'
import type { VehiclesService } from '../../vehicles/vehicles/vehicles.service.ts'
import type { DueService } from './due.service.ts'

/** Vehicles of one transaction: short enough that nobody waits long for one of them. */
const BATCH = 200

/** Work on due dates that no request does: the calendar goes on, and vehicles come without a schedule. */
export function dueDates(db: Database, due: DueService, vehicles: Pick<VehiclesService, 'hold'>) {
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
      for (const fleet of fleets) {
        const today = dayIn(fleet.time_zone, now)
        for (let done = BATCH; done === BATCH; count += done)
          done = await db.tenant(fleet.id, async (tx) => {
            const batch = await tx.query<{ id: number }>(sql`
              select v.id from vehicles v left join vehicle_schedules s on s.vehicle_id = v.id
              where v.fleet_id = ${fleet.id} and (s.computed_on is null or s.computed_on < ${today}::date
                or s.fingerprint is null)
              order by v.id limit ${BATCH}`)
            const ids = batch.map(({ id }) => id)
            await vehicles.hold(tx, fleet.id, ids)
            await due.refresh(tx, fleet.id, ids, today)
            return ids.length
          })
      }
      return count
    },
  }
}
export type DueDates = ReturnType<typeof dueDates>
