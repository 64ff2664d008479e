import { SENTINEL_ALL } from '#contract/core/limits.ts'
import type { Queryable } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'
import type { Policy } from './policy-rules.ts'

/** Policies of a fleet that are on a vehicle. */
export function policiesOf(db: Queryable, fleetId: number, vehicleId: number): Promise<Policy[]> {
  return db.query<Policy>(sql`
    select id, amount, service_definition_ids, user_ids, auto_approvable from maintenance_policies
    where fleet_id = ${fleetId}
      and (all_vehicles or vehicle_ids && array[${vehicleId}, ${SENTINEL_ALL}]::bigint[]) order by id`)
}
