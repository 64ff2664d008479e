import type { Vehicle } from '#contract/vehicles/vehicles.ts'
import type { Actor } from '#server/actor.ts'
import type { Queryable } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'
import { visibleVehicle } from './vehicle-scope.ts'
import { vehiclesByIds } from './vehicles.reads.ts'

/** A position in the list by name. */
interface NameCursor {
  name: string
  id: number
}

/** The most urgent maintenance state of a vehicle. */
export type DueState = 'past_due' | 'due_soon' | 'fine'

/**
 * Returns the next vehicles by name that the actor may see (index vehicles_by_name). `end` is where to continue; null:
 * no more. The position is a name, so renaming or deleting that vehicle does not end the file.
 */
export async function readVehiclesAfter(
  db: Queryable,
  actor: Actor,
  last: NameCursor | null,
  limit: number,
): Promise<{ vehicles: Vehicle[]; end: NameCursor | null }> {
  const behind = last ? sql` and (v.display_name, v.id) > (${last.name}, ${last.id})` : sql``
  const places = await db.query<NameCursor>(sql`
    select v.display_name as name, v.id from vehicles v where ${visibleVehicle(actor)}${behind}
    order by v.display_name, v.id limit ${limit}`)
  const ids = places.map(({ id }) => id)
  const found = new Map(
    (await vehiclesByIds(db, actor.fleet.id, ids)).map((vehicle) => [vehicle.id, vehicle]),
  )
  return {
    vehicles: ids.flatMap((id) => found.get(id) ?? []),
    end: places.length < limit ? null : (places.at(-1) ?? null),
  }
}

/**
 * Returns the most urgent state of each vehicle (index maintenance_intervals_vehicle), without vehicles that are fine.
 */
export async function readDueStates(
  db: Queryable,
  fleetId: number,
  ids: readonly number[],
): Promise<Map<number, DueState>> {
  const rows = await db.query<{ id: number; due: DueState }>(sql`
    select vehicle_id as id, max(due) as due from (
      select vehicle_id, coalesce(due_status, case tag when 'Past Due' then 'past_due' when 'Currently Due' then 'due_soon' end) as due
      from maintenance_intervals where fleet_id = ${fleetId} and vehicle_id = any(${ids}::bigint[])
    ) i where due is not null group by 1`)
  return new Map(rows.map(({ id, due }) => [id, due]))
}
