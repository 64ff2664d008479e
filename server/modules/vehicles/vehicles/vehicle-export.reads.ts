import type { Vehicle } from '#contract/vehicles/vehicles.ts'
import type { Actor } from '#server/actor.ts'
import type { Queryable } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'
import { visibleVehicle } from './vehicle-scope.ts'
import { vehiclesByIds } from './vehicles.reads.ts'

/** Where a reader of the list by name stands. */
export interface NameCursor {
  name: string
  id: number
}

/** How a vehicle stands with its maintenance. */
export type DueState = 'past_due' | 'due_soon' | 'fine'

/**
 * The next vehicles by name (index vehicles_by_name) that the actor may see; `end` is where to go on, null: that was all.
 * Where to go on is a name, not a vehicle: one that is renamed or deleted meanwhile does not end the file.
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
  const found = new Map((await vehiclesByIds(db, actor.fleet.id, ids)).map((one) => [one.id, one]))
  return {
    vehicles: ids.flatMap((id) => found.get(id) ?? []),
    end: places.length < limit ? null : (places.at(-1) ?? null),
  }
}

/** The most urgent state of each vehicle (index maintenance_intervals_vehicle); one that is fine is not in the map. */
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
