import { dayIn } from '#domain/core/days.ts'
import type { Transaction } from '#server/db/database.ts'
import {
  type OrderHead,
  type OrderKey,
  readingsOf,
  type ShopCompletion,
} from '#server/modules/orders/orders/order-types.ts'
import type { OrdersRepository } from '#server/modules/orders/orders/orders.repository.ts'
import type { OdometerService } from '#server/modules/vehicles/odometer/odometer.service.ts'
import type { VehiclesService } from '#server/modules/vehicles/vehicles/vehicles.service.ts'
import type { OrderTransitions } from './order-transitions.ts'

interface Deps extends Pick<OrderTransitions, 'transition'> {
  orders: OrdersRepository
  vehicles: VehiclesService
  odometer: OdometerService
  now: () => Date
}

/** Completed work and its effect on the vehicle. */
export function orderWork({ orders, vehicles, odometer, now, transition }: Deps) {
  /** Updates the vehicle after completed work: the reading, the last maintenance, the cost of the year. */
  async function updateVehicle(tx: Transaction, head: OrderHead, reading: number | undefined): Promise<void> {
    const { fleet_id: fleetId, vehicle_id: vehicleId } = head
    const fleet = await orders.fleetLocale(tx, fleetId)
    const today = dayIn(fleet?.time_zone, now())
    await vehicles.lock(tx, fleetId, [vehicleId])
    if (reading !== undefined)
      await odometer.record(tx, {
        fleetId,
        vehicleId,
        value: reading,
        unit: fleet?.country === 'CA' ? 'km' : 'mi',
        read_on: today,
        source: 'order',
        sourceId: String(head.id),
        userId: head.originator_id,
      })
    await vehicles.refresh(tx, fleetId, vehicleId, today)
  }

  return {
    /** Completes the order, and updates the vehicle's reading, last maintenance and cost. */
    async complete(tx: Transaction, of: OrderKey, done: ShopCompletion) {
      // The appointment keeps its agreed time, even if the work was done earlier or later.
      const change = { ...readingsOf(done), completed_at: now() }
      const head = await transition(tx, of, 'complete', { shop: true }, change)
      await updateVehicle(tx, head, done.odometer)
      return head
    },
  }
}
