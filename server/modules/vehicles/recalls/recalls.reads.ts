import type { ModelRecalls, Recall } from '#contract/vehicles/recalls.ts'
import type { Actor } from '#server/actor.ts'
import type { Queryable } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'
import { visibleVehicle } from '../vehicles/vehicle-scope.ts'

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

/**
 * Counts the actor's visible active vehicles (or only `vehicleId`) without a look-up, and those that lack year, make or
 * model.
 */
export async function uncheckedVehicles(tx: Queryable, actor: Actor, vehicleId: number | undefined) {
  const [row] = await tx.query<{ unchecked: number; unidentified: number }>(sql`
    select (count(*) filter (where v.is_known and r.id is null))::int as unchecked,
      (count(*) filter (where not v.is_known))::int as unidentified
    from (
      select v.fleet_id, v.year, lower(btrim(v.make)) as make, lower(btrim(v.model)) as model,
        v.year is not null and coalesce(btrim(v.make), '') <> '' and coalesce(btrim(v.model), '') <> '' as is_known
      from vehicles v
      where ${visibleVehicle(actor)} and v.is_active and v.id = coalesce(${vehicleId ?? null}::bigint, v.id)) v
    left join model_recalls r on (r.fleet_id, r.year, r.make, r.model) = (v.fleet_id, v.year, v.make, v.model)`)
  return row ?? { unchecked: 0, unidentified: 0 }
}
