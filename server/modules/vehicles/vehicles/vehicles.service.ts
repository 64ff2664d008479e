import { pageOf } from '#contract/core/paging.ts'
import type { VEHICLE_SORTS, Vehicle, VehicleDetail } from '#contract/vehicles/vehicles.ts'
import type { Actor } from '#server/actor.ts'
import type { Transaction } from '#server/db/database.ts'
import { refreshDueDates } from '#server/modules/maintenance/schedules/due.service.ts'
import { Problem } from '#server/problem.ts'
import { findMatches, type VehicleFilter } from './vehicle-search.reads.ts'
import { vehiclesRepository } from './vehicles.repository.ts'

/** Returns one page of the vehicles that the actor may see. 404 for a `fleet_id` other than the session's. */
export async function listVehicles(
  tx: Transaction,
  actor: Actor,
  query: VehicleFilter & {
    fleet_id?: number | undefined
    sort: (typeof VEHICLE_SORTS)[number]
    page: number
    per_page: number
  },
) {
  if (query.fleet_id !== undefined && query.fleet_id !== actor.fleet.id) throw new Problem('not_found')
  const found = await findMatches(tx, actor, query)
  const page = await vehiclesRepository.list(tx, actor, query, found, query)
  const rows = query.active_order ? await withOrders(tx, actor, page) : page
  return { vehicles: rows, ...pageOf(query, found.count) }
}

/** Returns one vehicle. 404 if it is missing, in another fleet, or not assigned to this driver. */
export async function getVehicle(tx: Transaction, actor: Actor, id: number): Promise<Vehicle> {
  const vehicle = await vehiclesRepository.find(tx, actor, id)
  if (!vehicle) throw new Problem('not_found')
  return vehicle
}

/** Returns all details of one vehicle. 404 as `getVehicle`. */
export async function getVehicleDetail(tx: Transaction, actor: Actor, id: number): Promise<VehicleDetail> {
  const vehicle = await vehiclesRepository.detail(tx, actor, id)
  if (!vehicle) throw new Problem('not_found')
  return vehicle
}

/** Returns one page of all vehicles that the actor may see, or of those that match, with their identifying fields. */
export async function listVehicleNames(
  tx: Transaction,
  actor: Actor,
  query: Pick<VehicleFilter, 'search'> & { page: number; per_page: number },
) {
  const found = await findMatches(tx, actor, query)
  return { vehicles: await vehiclesRepository.names(tx, actor, query, found), ...pageOf(query, found.count) }
}

/** Throws 404 unless the actor may see the vehicle. */
export async function requireVisibleVehicle(tx: Transaction, actor: Actor, id: number): Promise<void> {
  if (!(await vehiclesRepository.isVisible(tx, actor, id))) throw new Problem('not_found')
}

/** Returns ids of all vehicles that the actor may see, ascending. */
export const visibleVehicleIds = vehiclesRepository.visibleIds

/**
 * Locks these vehicles. Call it before changing the odometer log and calling `refreshVehicle`. Returns those that are still
 * in the fleet: others were transferred or deleted meanwhile.
 */
export const lockVehicles = vehiclesRepository.lock

/** Locks one vehicle. Throws not_found if it left the fleet since `requireVisibleVehicle`. */
export async function lockVehicle(
  tx: Transaction,
  vehicle: { fleetId: number; vehicleId: number },
): Promise<void> {
  if ((await lockVehicles(tx, vehicle.fleetId, [vehicle.vehicleId])).length === 0)
    throw new Problem('not_found')
}

/**
 * Recalculates odometer, last maintenance, cost of the year and due dates of a vehicle from its records. Call it after
 * every reading, history entry and completed order. `today` is a day in the fleet's time zone. Lock the vehicle first.
 */
export async function refreshVehicle(
  tx: Transaction,
  fleetId: number,
  vehicleId: number,
  today: string,
): Promise<void> {
  await refreshVehicles(tx, fleetId, [vehicleId], today)
}

/** Does the same for several vehicles of a fleet. */
export async function refreshVehicles(
  tx: Transaction,
  fleetId: number,
  vehicleIds: readonly number[],
  today: string,
): Promise<void> {
  await vehiclesRepository.refresh(tx, fleetId, vehicleIds, today)
  await refreshDueDates(tx, fleetId, vehicleIds, today)
}

/** Adds the open order to each vehicle, with one query for all. */
async function withOrders(tx: Transaction, actor: Actor, page: readonly Vehicle[]) {
  const ids = page.map(({ id }) => id)
  const orders = new Map(
    (await vehiclesRepository.openOrders(tx, actor, ids)).map((order) => [order.vehicle_id, order]),
  )
  return page.map((vehicle) => {
    const active_order = orders.get(vehicle.id)
    return active_order ? { ...vehicle, active_order } : vehicle
  })
}
