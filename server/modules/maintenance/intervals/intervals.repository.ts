import type { Interval } from '#contract/maintenance/intervals.ts'
import type { Actor } from '#server/actor.ts'
import type { Queryable } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'
import { visibleVehicle } from '../../vehicles/vehicles/vehicle-scope.ts'
import { readIntervals } from './intervals.reads.ts'

export const intervalsRepository = {
  /**
   * Most urgent interval of each vehicle (index maintenance_intervals_vehicle); vehicles that are not visible are left
   * out.
   */
  next(db: Queryable, actor: Actor, vehicleIds: readonly number[]): Promise<Interval[]> {
    return readIntervals(
      db,
      sql`i.fleet_id = ${actor.fleet.id} and i.vehicle_id in (
          select v.id from vehicles v where ${visibleVehicle(actor)} and v.id = any(${vehicleIds}::bigint[]))
        order by i.vehicle_id, array_position(array['Past Due', 'Currently Due', 'Upcoming'], i.tag),
          i.due_date, i.due_at, i.id`,
      sql`distinct on (i.vehicle_id)`,
    )
  },
}
