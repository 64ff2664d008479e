import { can } from '#domain/access/permissions.ts'
import type { Actor } from '#server/actor.ts'
import { type Query, sql } from '#server/db/sql.ts'

/**
 * Condition on `vehicles v`: in the actor's fleet and, without vehicles.readAll, assigned to the actor (ruling 10).
 * Every query on data of a vehicle joins vehicles and includes it.
 */
export function visibleVehicle(actor: Actor): Query {
  const ofFleet = sql`v.fleet_id = ${actor.fleet.id}`
  if (can(actor, 'vehicles.readAll')) return ofFleet
  return sql`${ofFleet} and v.id in (select vehicle_id from vehicle_drivers where user_id = ${actor.userId} and fleet_id = ${actor.fleet.id})`
}

/** Returns a LIKE pattern that finds the text anywhere, with wildcards escaped. */
export function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`
}

/** Splits a search into words, also at control characters. Words after the eighth are ignored. */
export const searchWords = (search: string | undefined): string[] =>
  (search?.split(/[\s\p{Cc}\p{Cs}]+/u).filter(Boolean) ?? []).slice(0, 8)
