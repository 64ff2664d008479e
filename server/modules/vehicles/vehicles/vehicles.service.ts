import { pageOf } from '#contract/core/paging.ts'
import type { VEHICLE_SORTS, Vehicle, VehicleDetail } from '#contract/vehicles/vehicles.ts'
import type { Actor } from '#server/actor.ts'
import type { Transaction } from '#server/db/database.ts'
import { Problem } from '#server/problem.ts'
import type { VehicleFilter, VehiclesRepository } from './vehicles.repository.ts'

/** Works out anew what is due; `today` is a day of the fleet. */
export interface DueDates {
  refresh(tx: Transaction, fleetId: number, vehicleIds: readonly number[], today: string): Promise<void>
}

/** Vehicles as everybody reads them: the list, one vehicle, and the door for what hangs on a vehicle. */
export function vehiclesService(vehicles: VehiclesRepository, due: DueDates) {
  /** Each vehicle with its open order, all of them read at once. */
  async function withOrders(tx: Transaction, actor: Actor, page: readonly Vehicle[]) {
    const ids = page.map(({ id }) => id)
    const orders = new Map((await vehicles.openOrders(tx, actor, ids)).map((one) => [one.vehicle_id, one]))
    return page.map((vehicle) => {
      const active_order = orders.get(vehicle.id)
      return active_order ? { ...vehicle, active_order } : vehicle
    })
  }

  return {
    /** One page of the vehicles that the actor may see. A `fleet_id` other than the session's is not found. */
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

    /** One vehicle; 404 whether it is missing, of another fleet or not assigned to this driver. */
    async show(tx: Transaction, actor: Actor, id: number): Promise<Vehicle> {
      const vehicle = await vehicles.find(tx, actor, id)
      if (!vehicle) throw new Problem('not_found')
      return vehicle
    },

    /** One vehicle whole; 404 as `show`. */
    async detail(tx: Transaction, actor: Actor, id: number): Promise<VehicleDetail> {
      const vehicle = await vehicles.detail(tx, actor, id)
      if (!vehicle) throw new Problem('not_found')
      return vehicle
    },

    /** One page of all vehicles that the actor may see, with what people know them by. */
    async all(tx: Transaction, actor: Actor, page: { page: number; per_page: number }) {
      const count = await vehicles.count(tx, actor, {})
      return { vehicles: await vehicles.names(tx, actor, page), ...pageOf(page, count) }
    },

    /** Lets pass when the actor may see the vehicle, else 404. */
    async requireVisible(tx: Transaction, actor: Actor, id: number): Promise<void> {
      if (!(await vehicles.isVisible(tx, actor, id))) throw new Problem('not_found')
    },

    /** Ids of all vehicles that the actor may see, ascending. */
    visibleIds: vehicles.visibleIds,

    /** Makes other writers of these vehicles wait; before the log of readings is changed and `refresh` is called. */
    lock: vehicles.lock,

    /**
     * Recomputes odometer, last maintenance, cost of the year, and what is due on a vehicle of the fleet, from its
     * records. After every reading, entry of history, and completed order; `hold` the vehicle first.
     */
    async refresh(tx: Transaction, fleetId: number, vehicleId: number, today: string): Promise<void> {
      await vehicles.refresh(tx, fleetId, vehicleId, today)
      await due.refresh(tx, fleetId, [vehicleId], today)
    },
  }
}
export type VehiclesService = ReturnType<typeof vehiclesService>
