import type { ModelRecalls, Recall } from '#contract/vehicles/recalls.ts'
import type { Queryable } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'

/** Reads the recalls of a fleet's models, by id. */
export function modelRecallsByIds(
  db: Queryable,
  fleetId: number,
  ids: readonly number[],
): Promise<ModelRecalls[]> {
  return db.query<ModelRecalls>(sql`
    select id, year, make, model, recalls from model_recalls
    where fleet_id = ${fleetId} and id = any(${ids}::bigint[])`)
}

/** Reads the recalls of the vehicle's model. Row-level security limits it to the transaction's fleet. */
export async function recallsOfVehicle(tx: Queryable, vehicleId: number): Promise<Recall[]> {
  const [row] = await tx.query<{ recalls: Recall[] }>(sql`
    select r.recalls from vehicles v join model_recalls r on r.fleet_id = v.fleet_id and r.year = v.year
      and r.make = lower(btrim(v.make)) and r.model = lower(btrim(v.model))
    where v.id = ${vehicleId}`)
  return row?.recalls ?? []
}
