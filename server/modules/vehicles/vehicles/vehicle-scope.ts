import { can } from '#domain/access/permissions.ts'
import { FACETS, type Facet, NO_VALUE } from '#domain/vehicles/vehicle-facets.ts'
import type { Actor } from '#server/actor.ts'
import { type Query, sql } from '#server/db/sql.ts'

/** Whose vehicles are read: an actor, or a user whose decision a job carries out. */
export type Viewer = Pick<Actor, 'userId' | 'roles'> & { fleet: Pick<Actor['fleet'], 'id'> }

/**
 * Condition on `vehicles v`: in the actor's fleet and, without vehicles.readAll, assigned to the actor (ruling 10).
 * Every query on data of a vehicle joins vehicles and includes it.
 */
export function visibleVehicle(actor: Viewer): Query {
  const ofFleet = sql`v.fleet_id = ${actor.fleet.id}`
  if (can(actor, 'vehicles.readAll')) return ofFleet
  return sql`${ofFleet} and v.id in (select vehicle_id from vehicle_drivers where user_id = ${actor.userId} and fleet_id = ${actor.fleet.id})`
}

/** What the vehicles of a list have in common; `NO_VALUE`: no department or driver. */
export type VehicleFacets = Partial<Record<Facet, string | undefined>>

export const hasFacets = (facets: VehicleFacets): boolean => FACETS.some((facet) => facets[facet])

/** Condition on `vehicles v`: it has all these values. */
export function havingFacets({ department, driver, class: type }: VehicleFacets): Query {
  let where = sql`true`
  if (department)
    where = sql`${where} and coalesce(nullif(v.department_number, ''), ${NO_VALUE}) = ${department}`
  if (type) where = sql`${where} and v.vehicle_type_id = ${type}`
  if (driver === NO_VALUE)
    where = sql`${where} and not exists (select from vehicle_drivers d where d.vehicle_id = v.id and d.fleet_id = v.fleet_id)`
  else if (driver)
    where = sql`${where} and exists (select from vehicle_drivers d join users u on u.id = d.user_id
      where d.vehicle_id = v.id and d.fleet_id = v.fleet_id and u.name = ${driver})`
  return where
}

/** Returns a LIKE pattern that finds the text anywhere, with wildcards escaped. */
export function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`
}
