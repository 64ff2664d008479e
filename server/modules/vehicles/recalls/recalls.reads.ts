import type { ModelRecalls } from '#contract/vehicles/recalls.ts'
import type { Queryable } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'

/** Recalls of a fleet's models, by id. */
export function modelRecallsByIds(
  db: Queryable,
  fleetId: number,
  ids: readonly number[],
): Promise<ModelRecalls[]> {
  return db.query<ModelRecalls>(sql`
    select id, year, make, model, recalls from model_recalls
    where fleet_id = ${fleetId} and id = any(${ids}::bigint[])`)
}
