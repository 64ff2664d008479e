import { randomUUID } from 'node:crypto'
import type { VehicleTransfer } from '#contract/fmc/transfers.ts'
import { sql } from '#server/db/sql.ts'
import type { Client } from './client.ts'
import { aGloveboxItem, aHistory, day, otherRows, writeHeaders } from './entries.ts'
import { aPdf, fileHeaders, manifestOf } from './files.ts'
import type { TestServer } from './server.ts'

export const TRANSFERS = '/api/v4/vehicles/transfer_vehicles'

/** Creates a company with two fleets in one country, an FMC user, and an owner and a driver in each fleet. */
export async function aCompany(server: TestServer) {
  const { build } = server
  const affiliation = await build.affiliation()
  const fleets = []
  for (const name of ['Old', 'New']) {
    const fleet = await build.fleet({
      name: `${name} fleet ${affiliation.id}`,
      affiliationId: affiliation.id,
    })
    const owner = await build.user(fleet)
    const driver = await build.user(fleet, { roles: ['Driver'] })
    fleets.push({ ...fleet, owner, driver, asOwner: await server.as(owner) })
  }
  const [old, destination] = fleets as [(typeof fleets)[0], (typeof fleets)[0]]
  const user = await build.user(old, { roles: ['FMC'], affiliationId: affiliation.id })
  return { affiliation, old, destination, user, fmc: await server.as(user) }
}
export type Company = Awaited<ReturnType<typeof aCompany>>

export function transfer(
  client: Client,
  given: { vehicles: readonly { id: number }[]; from: { id: number }; to: { id: number } },
  key = randomUUID(),
): Promise<{ status: number; body: VehicleTransfer; headers: Headers }> {
  const body = {
    vehicle_ids: given.vehicles.map(({ id }) => id),
    old_fleet_ids: [given.from.id],
    new_fleet_id: given.to.id,
  }
  return client.post(TRANSFERS, body, writeHeaders(key)) as never
}

/** Creates a vehicle with every kind of related row. @returns the vehicle, and the ids of those rows */
export async function aFullVehicle(server: TestServer, company: Company, serviceId: number) {
  const { build, db } = server
  const { old } = company
  const rows = otherRows(db)
  const vehicle = await build.vehicle(old, { drivers: [old.driver], odometer: 51_000 })
  const file = aPdf(`Invoice of ${vehicle.id}`)
  const manifest = manifestOf(file)
  const entry = {
    ...aHistory({ vehicle_id: vehicle.id }, serviceId),
    maintenance_documents_attributes: [manifest],
  }
  const item = aGloveboxItem({
    vehicle_id: vehicle.id,
    glovebox_documents_attributes: [manifestOf(file)],
  })
  await demandOk(old.asOwner.post('/api/v4/manual_maintenance_histories', entry, writeHeaders()))
  await demandOk(old.asOwner.post('/api/v4/glovebox_items', item, writeHeaders()))
  await demandOk(
    old.asOwner.put(`/maintenance_documents/${manifest.id}`, file, {
      ...writeHeaders(),
      ...fileHeaders(file),
    }),
  )
  const order = await rows.order(vehicle, { total: '80.00', odometer: 50_000, at: `${day(-40)}T15:00:00Z` })
  await db.query(sql`
    insert into order_services (fleet_id, order_id, service_definition_id, name, status, price, total)
    values (${old.id}, ${order.id}, ${serviceId}, 'Oil', 'paid', 80, 80)`)
  await rows.reading(vehicle, { value: 50_500, on: day(-20) })
  await rows.snapshot(vehicle)
  await rows.interval(vehicle)
  const [{ id: itemId }] = (await db.query<{ id: number }>(sql`
    insert into schedule_items (fleet_id, vehicle_id, service_definition_ids, every_months)
    values (${old.id}, ${vehicle.id}, ${[serviceId]}, 6) returning id`)) as [{ id: number }]
  await db.query(sql`
    insert into vehicle_schedules (vehicle_id, fleet_id, miles_per_month, reminder_date)
    values (${vehicle.id}, ${old.id}, 1200, ${day(30)})
    on conflict (vehicle_id) do update set miles_per_month = 1200, reminder_date = excluded.reminder_date`)
  await db.query(sql`
    insert into service_marks (fleet_id, vehicle_id, act_id, service_definition_id, day, unit)
    values (${old.id}, ${vehicle.id}, gen_random_uuid(), ${serviceId}, ${day(-3)}, 'mi')`)
  await db.query(sql`
    insert into reminders (fleet_id, user_id, vehicle_id, channel, kind, occasion, facts, planned_for, send_at, state, decided_at)
    values (${old.id}, ${old.driver.id}, ${vehicle.id}, 'email', 'document', ${`a ${vehicle.id}`}, '{}', now(), now(), 'waiting', null),
      (${old.id}, ${old.driver.id}, ${vehicle.id}, 'email', 'document', ${`b ${vehicle.id}`}, '{}', now(), now(), 'handed_over', now())`)
  await db.query(sql`
    insert into maintenance_policies (fleet_id, amount, user_ids, vehicle_ids)
    values (${old.id}, 100, ${[old.owner.id]}, ${[vehicle.id]})`)
  await db.query(sql`
    insert into model_recalls (fleet_id, year, make, model, recalls) values (${old.id}, 2022, 'ford', 'transit', '[]')
    on conflict do nothing`)
  await db.query(sql`
    update vehicles set geotab_device_id = 'b1', department_number = 'D-1', license_plate_number = 'KDX 412',
      license_plate_state = 'OH', vin = ${`1FTFW1E59LF${String(vehicle.id).padStart(6, '0')}`} where id = ${vehicle.id}`)
  return {
    ...vehicle,
    historyId: entry.id,
    gloveboxItemId: item.glovebox_item.id,
    orderId: order.id,
    itemId,
    fileId: manifest.id,
    file,
  }
}

async function demandOk(request: Promise<{ status: number; body: unknown }>) {
  const { status, body } = await request
  if (status >= 300) throw new Error(`${status} ${JSON.stringify(body)}`)
}
