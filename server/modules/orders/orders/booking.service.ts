import type { ServiceRequest } from '#contract/orders/orders.ts'
import type { Vehicle } from '#contract/vehicles/vehicles.ts'
import { addCode } from '#domain/core/file-rules.ts'
import { orderSums } from '#domain/orders/prices.ts'
import { taxPercent } from '#domain/orders/tax-rates.ts'
import type { Actor } from '#server/actor.ts'
import type { Transaction } from '#server/db/database.ts'
import { isUniqueViolation } from '#server/db/database-errors.ts'
import { Problem } from '#server/problem.ts'
import type { UseCase } from '#server/use-case.ts'
import { readPayment, readPrices, type ServicePrice } from '../../catalog/services/prices.reads.ts'
import type { BookableShop } from '../../catalog/shops/bookable-shop.ts'
import { findBookableShop, reserveTime } from '../../catalog/shops/free-times.service.ts'
import { getVehicle } from '../../vehicles/vehicles/vehicles.service.ts'
import { orderActivityRepository as orderActivity } from './order-activity.repository.ts'
import { orderLinesRepository as orderLines } from './order-lines.repository.ts'
import type { OrderLine } from './order-types.ts'
import { ordersRepository as orders } from './orders.repository.ts'
import { showOrder } from './show-order.service.ts'

/**
 * Books an appointment: 201 with the order in 'initiated'. 409 `order_exists` if the vehicle has an open order, 409
 * `slot_taken` if the time is taken, 422 `payment_method_missing` if the fleet needs a payment method and has none
 * (SVC-076), 422 if the request is invalid otherwise. Under concurrency, a lock limits each time to the
 * shop's capacity, and a unique index allows one open order per vehicle.
 */
export async function bookOrder(
  { tx, actor, clock }: Pick<UseCase, 'tx' | 'actor' | 'clock'>,
  input: ServiceRequest,
) {
  const vehicle = await getVehicle(tx, actor, input.vehicle_id)
  const shop = await findBookableShop({ tx, actor, clock }, input.shop_id)
  if (shop.scheduling === 'not_supported') throw new Problem('scheduling_not_supported')
  const payment = await readPayment(tx, actor.fleet.id)
  if (payment.is_required && !payment.is_available) throw new Problem('payment_method_missing')
  const prices = await readPrices(tx, {
    shopId: shop.id,
    vehicleType: vehicle.vehicle_type_id,
    serviceIds: input.order_services.map((line) => line.service_definition_id),
  })
  requireValid(input, vehicle, shop, prices)
  if (await orders.openOrderOf(tx, actor.fleet.id, vehicle.id)) throw new Problem('order_exists')
  const at = new Date(input.appointment_datetime)
  await reserveTime({ tx, clock }, shop, at)
  const lines = linesOf(input, actor, prices)
  const id = await insertUnlessOpen(tx, () =>
    orders.insert(tx, actor, {
      vehicle_id: vehicle.id,
      shop_id: shop.id,
      appointment_datetime: at.toISOString(),
      odometer: vehicle.odometer,
      po_number: input.po_number ?? null,
      customer_comments: input.customer_comments ?? null,
      fault_codes: input.fault_codes,
      payment_method_availability: input.payment_method_availability,
      ...totalsOf(lines, shop),
    }),
  )
  await orderLines.insertLines(tx, actor.fleet.id, id, lines)
  await orderActivity.logActivity(tx, {
    fleetId: actor.fleet.id,
    orderId: id,
    userId: actor.userId,
    party: 'user',
    type: 'request',
  })
  return { body: await showOrder({ tx, actor }, id), status: 201 } as const
}

/**
 * Inserts the order. Of two concurrent bookings of a vehicle, the second waits here and then fails with order_exists.
 */
async function insertUnlessOpen(tx: Transaction, insert: () => Promise<number>): Promise<number> {
  try {
    return await tx.attempt(insert)
  } catch (error) {
    if (isUniqueViolation(error, 'shop_orders_one_open')) throw new Problem('order_exists')
    throw error
  }
}

/** Applies the rules of the form (SVC-083 to SVC-087): an active vehicle, existing services, each position once. */
function requireValid(
  input: ServiceRequest,
  vehicle: Vehicle,
  shop: BookableShop,
  prices: ReadonlyMap<number, ServicePrice>,
): void {
  const fields: Record<string, string[]> = {}
  const isHeavy = vehicle.vehicle_type_id === 'medium_heavy'
  if (!vehicle.is_active) addCode(fields, 'vehicle_id', 'inactive')
  if (isHeavy && !shop.support_medium_and_heavy_duty) addCode(fields, 'shop_id', 'duty')
  const seen = new Set<string>()
  input.order_services.forEach(({ service_definition_id, position }, n) => {
    const path = `order_services.${n}`
    const service = prices.get(service_definition_id)
    const key = `${service_definition_id} ${position ?? ''}`
    if (!service) addCode(fields, `${path}.service_definition_id`, 'unknown')
    else if (isHeavy && !service.support_medium_and_heavy_duty_vehicles)
      addCode(fields, `${path}.service_definition_id`, 'duty')
    else if (
      service.positions.length > 0 ? !service.positions.includes(position ?? '') : position !== undefined
    )
      addCode(fields, `${path}.position`, 'position')
    else if (seen.has(key)) addCode(fields, `${path}.service_definition_id`, 'double')
    seen.add(key)
  })
  if (Object.keys(fields).length > 0) throw new Problem('validation', { fields })
}

function linesOf(
  input: ServiceRequest,
  actor: Actor,
  prices: ReadonlyMap<number, ServicePrice>,
): OrderLine[] {
  return input.order_services.map(({ service_definition_id, position }) => {
    const service = prices.get(service_definition_id)
    return {
      service_definition_id,
      name: (actor.language === 'fr' ? service?.name_fr : service?.name_en) ?? '',
      position: position ?? null,
      price: service?.price ?? '0.00',
    }
  })
}

/** Returns the totals of the initial estimate. */
const totalsOf = (lines: readonly OrderLine[], shop: BookableShop) =>
  orderSums(
    lines.map((line) => line.price),
    {
      taxPercent: taxPercent(shop.country, shop.state),
      savingsPercent: shop.retail_savings_percent,
      promotion: null,
    },
  )
