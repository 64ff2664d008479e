import type { BulkRejection } from '#contract/vehicles/bulk-actions.ts'
import { addDays } from '#domain/core/days.ts'
import { SERVICE_ROWS_MAX } from '#domain/core/limits.ts'
import { Problem } from '#server/problem.ts'
import type { UseCase } from '#server/use-case.ts'
import { readPayment, readPrices, type ServicePrice } from '../../catalog/services/prices.reads.ts'
import type { BookableShop } from '../../catalog/shops/bookable-shop.ts'
import { findBookableShop, freeSlots } from '../../catalog/shops/free-times.service.ts'
import type { ActionValue, Outcome } from '../../vehicles/bulk-actions/bulk-action-types.ts'
import { bookOrder } from '../orders/booking.service.ts'
import { cancelOrder } from '../orders/lifecycle/order-edits.ts'
import { orderRejection } from './apply-to-order.ts'
import { type DueVehicle, dueVehicles } from './due-vehicles.reads.ts'
import { ordersNow } from './orders-now.reads.ts'
import { locationsOf, NO_LOCATION, type VehicleLocation } from './vehicle-locations.ts'

// Books what is due on many vehicles at one shop: for each vehicle its soonest free time (decision 101).

type Booking = Pick<UseCase, 'tx' | 'actor' | 'clock'>

/** How often a booking moves on to the next time because another fleet has taken the planned one. */
const ATTEMPTS = 5

/** What a booking would do to a vehicle. */
export interface BookingPlan {
  vehicle_id: number
  name: string | null
  reason: BulkRejection | null
  services: string[]
  /** Null if it would not be booked. */
  appointment_datetime: string | null
  location: VehicleLocation
}

/**
 * Returns what a booking of these vehicles would do, past due ones first. Errors: not_found (the shop), validation (the day),
 * scheduling_not_supported, payment_method_missing.
 */
export async function planBookings(useCase: Booking, value: ActionValue, vehicleIds: readonly number[]) {
  const { tx, actor } = useCase
  const { shop } = await bookableShop(useCase, value)
  // Somewhere else it may still be yesterday.
  if (value.from_day && value.from_day < addDays(shop.today, -1))
    throw new Problem('validation', { fields: { from_day: ['past'] } })
  const known = new Map((await dueVehicles(tx, actor, vehicleIds)).map((vehicle) => [vehicle.id, vehicle]))
  const places = await locationsOf(tx, actor, shop.id, vehicleIds)
  const prices = await pricesOf(useCase, shop, [...known.values()])
  const slots = await freeSlots(useCase, shop, value.from_day)
  const times = slots.flatMap(({ free, appointment_datetime }) =>
    Array<string>(Math.max(0, free)).fill(appointment_datetime),
  )
  const isPastDue = (id: number) => Number(known.get(id)?.is_past_due ?? false)
  const inOrder = vehicleIds.toSorted((a, b) => isPastDue(b) - isPastDue(a))
  const plans = inOrder.map((id): BookingPlan => {
    const vehicle = known.get(id)
    const target = { vehicle_id: id, name: vehicle?.name ?? null, location: places.get(id) ?? NO_LOCATION }
    const reason = bookingRejection(vehicle, shop, prices)
    const at = reason ? undefined : times.shift()
    if (!vehicle || at === undefined)
      return { ...target, reason: reason ?? 'slot_taken', services: [], appointment_datetime: null }
    const services = vehicle.service_ids.flatMap((service) => prices.get(service) ?? [])
    const names = services.map((service) => (actor.language === 'fr' ? service.name_fr : service.name_en))
    return { ...target, reason: null, services: names, appointment_datetime: at }
  })
  return { plans, time_zone: shop.time_zone }
}

/** Books what is due on one vehicle. Throws the problems of a single booking. */
export async function bookVehicle(useCase: Booking, value: ActionValue, id: number): Promise<Outcome> {
  const { tx, actor } = useCase
  const { shop, payment } = await bookableShop(useCase, value)
  const [vehicle] = await dueVehicles(tx, actor, [id])
  const reason = bookingRejection(vehicle, shop, await pricesOf(useCase, shop, vehicle ? [vehicle] : []))
  if (!vehicle || reason) return { state: 'refused', reason: reason ?? 'not_found' }
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const slot = (await freeSlots(useCase, shop, value.from_day)).find(({ free }) => free > 0)
    if (!slot) break
    const request = {
      shop_id: shop.id,
      vehicle_id: id,
      appointment_datetime: slot.appointment_datetime,
      order_services: vehicle.service_ids.map((service) => ({ service_definition_id: service })),
      payment_method_availability: payment.is_available,
      fault_codes: [],
    }
    const order = await tx
      .attempt(() => bookOrder(useCase, request))
      .catch((error) => {
        if (error instanceof Problem && error.code === 'slot_taken') return null
        throw error
      })
    if (order) return { state: 'done', before: { order_id: null }, after: { order_id: order.body.id } }
  }
  return { state: 'refused', reason: 'slot_taken' }
}

/** Cancels an appointment that was booked, unless its order has progressed since. */
export async function undoBooking({ tx, actor }: Booking, after: ActionValue): Promise<Outcome> {
  const [order] = await ordersNow(tx, actor, [after.order_id ?? 0])
  if (!order) return { state: 'refused', reason: 'not_found' }
  if (orderRejection(actor, 'cancel_orders', {}, order)) return { state: 'refused', reason: 'changed_since' }
  await cancelOrder(tx, actor, { id: order.id, ifMatch: null })
  return { state: 'done', before: after, after: { order_id: null } }
}

/** The shop, and how the fleet pays there. */
async function bookableShop(useCase: Booking, { shop_id }: ActionValue) {
  const shop = await findBookableShop(useCase, shop_id ?? 0)
  if (shop.scheduling === 'not_supported') throw new Problem('scheduling_not_supported')
  const payment = await readPayment(useCase.tx, useCase.actor.fleet.id)
  if (payment.is_required && !payment.is_available) throw new Problem('payment_method_missing')
  return { shop, payment }
}

/** The services that are due. Whether one exists and what it needs is the same for all types of vehicles. */
const pricesOf = ({ tx }: Booking, shop: BookableShop, vehicles: readonly DueVehicle[]) =>
  readPrices(tx, {
    shopId: shop.id,
    vehicleType: 'light',
    serviceIds: [...new Set(vehicles.flatMap((vehicle) => vehicle.service_ids))],
  })

/** Returns why a vehicle would not be booked; null: it would be, if the shop has a free time. */
function bookingRejection(
  vehicle: DueVehicle | undefined,
  shop: BookableShop,
  prices: ReadonlyMap<number, ServicePrice>,
): BulkRejection | null {
  if (!vehicle) return 'not_found'
  if (!vehicle.is_active) return 'inactive'
  if (vehicle.has_open_order) return 'order_exists'
  if (vehicle.service_ids.length === 0) return 'nothing_due'
  const services = vehicle.service_ids.map((id) => prices.get(id))
  if (services.length > SERVICE_ROWS_MAX || services.includes(undefined)) return 'validation'
  const isHeavy = vehicle.vehicle_type_id === 'medium_heavy'
  const isFor = (service: ServicePrice | undefined) => service?.support_medium_and_heavy_duty_vehicles
  if (isHeavy && !(shop.support_medium_and_heavy_duty && services.every(isFor))) return 'duty'
  return services.some((service) => service && service.positions.length > 0) ? 'needs_position' : null
}
