import { can } from '#domain/access/permissions.ts'
import type { Actor } from '#server/actor.ts'
import { type Query, sql } from '#server/db/sql.ts'

/**
 * Condition on `vehicles v`: of the actor's fleet and, without vehicles.readAll, assigned to the actor (ruling 10).
 * Every query that touches something of a vehicle joins vehicles and carries it.
 */
export function visibleVehicle(actor: Actor): Query {
  const ofFleet = sql`v.fleet_id = ${actor.fleet.id}`
  if (can(actor, 'vehicles.readAll')) return ofFleet
  return sql`${ofFleet} and v.id in (select vehicle_id from vehicle_drivers where user_id = ${actor.userId} and fleet_id = ${actor.fleet.id})`
}

/** Text as a LIKE pattern that finds it anywhere, itself taken literally. */
export function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`
}

/** The words of a search; control characters part them too, and more than eight narrow nothing further. */
export const searchWords = (search: string | undefined): string[] =>
  (search?.split(/[\s\p{Cc}\p{Cs}]+/u).filter(Boolean) ?? []).slice(0, 8)
