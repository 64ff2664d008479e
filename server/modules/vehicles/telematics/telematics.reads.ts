import type { TelematicsSnapshot } from '#contract/vehicles/telematics.ts'
import type { Queryable } from '#server/db/database.ts'
import { type Query, sql } from '#server/db/sql.ts'

/** Reads snapshots for responses. `where` is a condition on `telematics_snapshots t` and limits the fleet. */
function readSnapshots(db: Queryable, where: Query): Promise<TelematicsSnapshot[]> {
  return db.query<TelematicsSnapshot>(sql`
    select t.vehicle_id, t.engine_oil, t.battery_life, t.tires, t.fault_codes, t.read_at,
      t.is_simulated
    from telematics_snapshots t where ${where}`)
}

/** Reads the snapshots of a fleet's vehicles. */
export function snapshotsOf(db: Queryable, fleetId: number, vehicleIds: readonly number[]) {
  return readSnapshots(db, sql`t.fleet_id = ${fleetId} and t.vehicle_id = any(${vehicleIds}::bigint[])`)
}
