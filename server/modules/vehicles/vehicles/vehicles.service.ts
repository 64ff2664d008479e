import { pageOf } from '#contract/core/paging.ts'
import type { VEHICLE_SORTS, Vehicle, VehicleDetail } from '#contract/vehicles/vehicles.ts'
import type { Actor } from '#server/actor.ts'
import type { Transaction } from '#server/db/database.ts'
import { Problem } from '#server/problem.ts'
import type { VehicleFilter, VehiclesRepository } from './vehicles.repository.ts'

/** Recalculates what is due. `today` is a day in the fleet's time zone. */
export interface DueDates {
  refresh(tx: Transaction, fleetId: number, vehicleIds: readonly number[], today: string): Promise<void>
}

/** Reads vehicles, and offers other modules access checks, locks and refreshes. */
export function vehiclesService(vehicles: VehiclesRepository, due: DueDates) {
  /** Adds the open order to each vehicle, with one query for all. */
  async function withOrders(tx: Transaction, actor: Actor, page: readonly Vehicle[]) {
    const ids = page.map(({ id }) => id)
    const orders = new Map((await vehicles.openOrders(tx, actor, ids)).map((one) => [one.vehicle_id, one]))
    return page.map((vehicle) => {
      const active_order = orders.get(vehicle.id)
      return active_order ? { ...vehicle, active_order } : vehicle
    })
  }

  return {
    /** Returns one page of the vehicles that the actor may see. 404 for a `fleet_id` other than the session's. */
    async list(
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
      const count = await vehicles.count(tx, actor, query)
      const page = await vehicles.list(tx, actor, query, { ...query, count })
      const rows = query.active_order ? await withOrders(tx, actor, page) : page
      return { vehicles: rows, ...pageOf(query, count) }
    },

    /** Returns one vehicle. 404 if it is missing, in another fleet, or not assigned to this driver. */
    async show(tx: Transaction, actor: Actor, id: number): Promise<Vehicle> {
      const vehicle = await vehicles.find(tx, actor, id)
      if (!vehicle) throw new Problem('not_found')
      return vehicle
    },

    /** Returns all details of one vehicle. 404 as `show`. */
    async detail(tx: Transaction, actor: Actor, id: number): Promise<VehicleDetail> {
      const vehicle = await vehicles.detail(tx, actor, id)
      if (!vehicle) throw new Problem('not_found')
      return vehicle
    },

    /** Returns one page of all vehicles that the actor may see, with their identifying fields. */
    async all(tx: Transaction, actor: Actor, page: { page: number; per_page: number }) {
      const count = await vehicles.count(tx, actor, {})
      return { vehicles: await vehicles.names(tx, actor, page), ...pageOf(page, count) }
    },

    /** Throws 404 unless the actor may see the vehicle. */
    async requireVisible(tx: Transaction, actor: Actor, id: number): Promise<void> {
      if (!(await vehicles.isVisible(tx, actor, id))) throw new Problem('not_found')
    },

    /** Returns ids of all vehicles that the actor may see, ascending. */
    visibleIds: vehicles.visibleIds,

    /** Locks these vehicles. Call it before changing the odometer log and calling `refresh`. */
    lock: vehicles.lock,

    /**
     * Recalculates odometer, last maintenance, cost of the year and due dates of a vehicle from its records. Call it
     * after every reading, history entry and completed order. Lock the vehicle first.
     */
    async refresh(tx: Transaction, fleetId: number, vehicleId: number, today: string): Promise<void> {
      await vehicles.refresh(tx, fleetId, vehicleId, today)
      await due.refresh(tx, fleetId, [vehicleId], today)
    },
  }
}
export type VehiclesService = ReturnType<typeof vehiclesService>
