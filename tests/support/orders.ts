import { addDays } from '#domain/core/days.ts'
import type { Database } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'
import type { Client } from './client.ts'

/** Returns a working day of shops some days ahead, 'YYYY-MM-DD', in the time zone of the test shops. */
export function aWorkday(ahead = 3): string {
  let day = addDays(new Date().toISOString().slice(0, 10), ahead)
  while ([0, 6].includes(new Date(`${day}T12:00:00Z`).getUTCDay())) day = addDays(day, 1)
  return day
}

/** Returns the free times of a shop on a day, as instants. */
export async function freeTimes(client: Client, shopId: number, day: string): Promise<string[]> {
  const { status, body } = await client.get(`/shops/${shopId}/schedule?date=${day}&days=1`)
  if (status !== 200) throw new Error(`No schedule: ${JSON.stringify(body)}`)
  return body.days[0].times.map((time: { appointment_datetime: string }) => time.appointment_datetime)
}

/** Body of a service request. Tests pass only what matters. */
export const aRequest = (
  given: { shop_id: number; vehicle_id: number; appointment_datetime: string } & Record<string, unknown>,
  serviceId: number,
) => ({ order_services: [{ service_definition_id: serviceId }], ...given })

/** Inserts an open order, bypassing the booking rules. */
export async function anOpenOrder(
  db: Database,
  vehicle: { id: number; fleetId: number },
  given: {
    status?: string
    shopId?: number
    at?: string
    originatorId?: number
    serviceId?: number
    price?: string
    poNumber?: string
    odometer?: number
  } = {},
): Promise<{ id: number }> {
  const price = given.price ?? '50.00'
  const [order] = await db.query<{ id: number }>(sql`
    insert into shop_orders (fleet_id, vehicle_id, shop_id, custom_shop_name, status, appointment_datetime, odometer,
      odometer_units, originator_id, pre_tax_sub_total, total, po_number)
    values (${vehicle.fleetId}, ${vehicle.id}, ${given.shopId ?? null}, 'Corner Garage', ${given.status ?? 'initiated'},
      ${given.at ?? new Date(Date.now() + 86_400_000).toISOString()}, ${given.odometer ?? 1000}, 'mi', ${given.originatorId ?? null},
      ${price}, ${price}, ${given.poNumber ?? null}) returning id`)
  if (!order) throw new Error('No order')
  if (given.serviceId !== undefined)
    await db.query(sql`
      insert into order_services (fleet_id, order_id, service_definition_id, name, status, price, total)
      values (${vehicle.fleetId}, ${order.id}, ${given.serviceId}, 'Service', 'active', ${price}, ${price})`)
  return order
}

/** The open order of a vehicle, if it has one. */
export async function openOrderOf(db: Database, vehicleId: number): Promise<{ id: number } | undefined> {
  const [order] = await db.query<{ id: number }>(
    sql`select id from shop_orders where vehicle_id = ${vehicleId} and status = 'initiated'`,
  )
  return order
}
