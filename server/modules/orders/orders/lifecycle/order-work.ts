import { dayIn } from '#domain/core/days.ts'
import {
  type OrderHead,
  type OrderKey,
  readingsOf,
  type ShopCompletion,
} from '#server/modules/orders/orders/order-types.ts'
import { ordersRepository as orders } from '#server/modules/orders/orders/orders.repository.ts'
import { recordReading } from '#server/modules/vehicles/odometer/odometer.service.ts'
import { lockVehicles, refreshVehicle } from '#server/modules/vehicles/vehicles/vehicles.service.ts'
import type { UseCase } from '#server/use-case.ts'
import { transitionOrder } from './order-transitions.ts'

/** Completes the order, and updates the vehicle's reading, last maintenance and cost. */
export async function completeOrder(
  { tx, clock }: Pick<UseCase, 'tx' | 'clock'>,
  orderKey: OrderKey,
  done: ShopCompletion,
): Promise<OrderHead> {
  // The appointment keeps its agreed time, even if the work was done earlier or later.
  const change = { ...readingsOf(done), completed_at: clock() }
  const head = await transitionOrder(tx, orderKey, 'complete', { shop: true }, change)
  await updateVehicle({ tx, clock }, head, done.odometer)
  return head
}

/** Enters the shop's reading of the order in the log, and refreshes the vehicle. */
export async function updateVehicle(
  { tx, clock }: Pick<UseCase, 'tx' | 'clock'>,
  head: OrderHead,
  reading: number | undefined,
): Promise<void> {
  const { fleet_id: fleetId, vehicle_id: vehicleId } = head
  const fleet = await orders.fleetLocale(tx, fleetId)
  const today = dayIn(fleet?.time_zone, clock())
  await lockVehicles(tx, fleetId, [vehicleId])
  if (reading !== undefined)
    await recordReading(tx, {
      fleetId,
      vehicleId,
      value: reading,
      unit: fleet?.country === 'CA' ? 'km' : 'mi',
      read_on: today,
      source: 'order',
      sourceId: String(head.id),
      userId: head.originator_id,
    })
  await refreshVehicle(tx, fleetId, vehicleId, today)
}
