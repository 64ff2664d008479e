import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Country } from '#contract/core/fields.ts'
import { distanceUnitOf } from '#contract/core/locale.ts'
import type { Queryable } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'
import { type FleetAccess, fleetAccess, mayActFor } from '#server/modules/access/fleet-access.ts'
import { Problem } from '#server/problem.ts'
import { idempotencyKeyOf } from './preconditions.ts'

/** How the input of a call identifies the vehicle: by its id, or by the id of one of its entries or files. */
type Names = 'vehicle_id' | 'id' | 'glovebox_item'

/** Calls that devices queue while offline. */
const QUEUEABLE_CALLS: Record<string, Names> = {
  'history.create': 'vehicle_id',
  'history.update': 'id',
  'history.destroy': 'id',
  'history.putFile': 'id',
  'history.putPart': 'id',
  'glovebox.create': 'glovebox_item',
  'glovebox.update': 'id',
  'glovebox.destroy': 'id',
  'glovebox.putFile': 'id',
  'glovebox.putPart': 'id',
  'odometer.create': 'vehicle_id',
  'odometer.void': 'vehicle_id',
  'schedules.servicesCompleted': 'vehicle_id',
  'schedules.intervalCompleted': 'vehicle_id',
  'schedules.serviceCompleted': 'vehicle_id',
  'reminders.snooze': 'vehicle_id',
}

interface Destination {
  id: number
  country: Country
  time_zone: string
  affiliation_id: number | null
  access: FleetAccess
}

/**
 * Redirects an entry that waited on a device to the fleet that its vehicle was transferred to, if the user may act for
 * that fleet too (ruling 34). Otherwise the entry stays in its fleet, where the vehicle is no longer found, and the
 * device asks the user. A key that was used before is redirected to the fleet that has its stored response, wherever the
 * vehicle is now.
 */
export async function followVehicle(db: Queryable, request: FastifyRequest, input: unknown): Promise<void> {
  const names = QUEUEABLE_CALLS[request.routeOptions.config.call ?? '']
  const { caller } = request
  if (!names || !caller || request.headers['x-wheelbook-scope'] === undefined) return
  const { actor } = caller
  const vehicle = vehicleNamed(names, input)
  if (!vehicle) return
  const key = idempotencyKeyOf(request)
  const [fleet] = await db.query<Destination>(sql`
    select f.id, f.country, f.time_zone, f.affiliation_id, ${fleetAccess} as access
    from fleets f join users u on u.id = ${actor.userId}
    where f.deleted_at is null and f.id <> ${actor.fleet.id} and f.id = coalesce(
      (select k.fleet_id from idempotency_keys k where k.user_id = ${actor.userId} and k.key = ${key}::uuid),
      (select v.fleet_id from former_vehicles m join vehicles v on v.id = m.vehicle_id
        where m.fleet_id = ${actor.fleet.id} and m.vehicle_id = ${vehicle}))`)
  if (!fleet || !mayActFor(actor.roles, fleet.access)) return
  const { id, country, time_zone: timeZone, affiliation_id: affiliationId } = fleet
  caller.actor = {
    ...actor,
    fleet: { id, country, unit: distanceUnitOf(country), timeZone, affiliationId },
  }
}

/** Names the fleet of a redirected entry in the response, so that the device stores no row of another fleet. */
export function nameOtherFleet(reply: FastifyReply, request: FastifyRequest): void {
  const scope = request.headers['x-wheelbook-scope']
  const { caller } = request
  if (scope === undefined || !caller) return
  const { fleet, userId } = caller.actor
  if (scope !== `${fleet.id}:${userId}`) reply.header('x-wheelbook-fleet', String(fleet.id))
}

/**
 * Throws `error`, or `in_progress` if the fleet that `followVehicle` chose is no longer the right one. That happens if
 * the vehicle was transferred since, or if an earlier request finished in another fleet. The device then sends the
 * entry again, and it reaches the right fleet.
 */
export async function retryIfMoved(
  error: unknown,
  db: Queryable,
  request: FastifyRequest,
  input: unknown,
): Promise<never> {
  const before = request.caller?.actor.fleet.id
  if (error instanceof Problem && ['not_found', 'key_reused'].includes(error.code)) {
    await followVehicle(db, request, input)
    if (request.caller?.actor.fleet.id !== before) throw new Problem('in_progress', { retryAfter: 1 })
  }
  throw error
}

function vehicleNamed(names: Names, input: unknown) {
  const given = input as { vehicle_id?: number; id?: string; glovebox_item?: { vehicle_id?: number } }
  if (names === 'vehicle_id') return given.vehicle_id === undefined ? null : sql`${given.vehicle_id}::bigint`
  if (names === 'glovebox_item') {
    const id = given.glovebox_item?.vehicle_id
    return id === undefined ? null : sql`${id}::bigint`
  }
  if (given.id === undefined) return null
  return sql`(select coalesce(
    (select h.vehicle_id from manual_maintenance_histories h where h.id = x.id),
    (select g.vehicle_id from glovebox_items g where g.id = x.id),
    (select coalesce(h.vehicle_id, g.vehicle_id) from documents d
      left join manual_maintenance_histories h on h.id = d.history_id
      left join glovebox_items g on g.id = d.glovebox_item_id where d.id = x.id))
    from (select ${given.id}::uuid as id) x)`
}
