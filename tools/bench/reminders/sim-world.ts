import { randomUUID } from 'node:crypto'
import { addDays } from '#domain/core/days.ts'
import type { Database } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'
import { builders } from '#tests/support/builders.ts'
import { otherRows } from '#tests/support/entries.ts'
import { actionTimeOn, at, count, type Done, key, managerOf } from './reference.ts'
import { fleetsOf, ITEMS, type ScriptedVehicle, zoneOf } from './script.ts'

interface Known {
  id: number
  fleetId: number
  userId: number
  vehicle: ScriptedVehicle
}

/** Inserts the world of a script as of its first day; `act` performs the user actions of a day. */
export async function makeWorld(
  db: Database,
  script: readonly ScriptedVehicle[],
  from: string,
  done: readonly Done[],
) {
  const build = builders(db)
  const services: { id: number }[] = []
  for (const { name } of ITEMS) services.push(await build.service({ name }))
  await otherRows(db).template(
    'car',
    ITEMS.map(({ miles, months }, n) => ({
      services: [services[n]!.id],
      months,
      ...(miles === null ? {} : { miles }),
    })),
  )
  const fleets: { id: number; unit: 'mi' | 'km' }[] = []
  for (let n = 0; n < fleetsOf(script.length); n++) {
    const fleet = await build.fleet({ timeZone: zoneOf(n) })
    const manager = await build.user(fleet, { email: managerOf(n), roles: ['Manager'] })
    await db.query(sql`update users set reminds_by_email = true where id = ${manager.id}`)
    fleets.push(fleet)
  }
  const known: Known[] = []
  for (const vehicle of script) known.push(await add(vehicle))
  const byName = new Map(known.map((one) => [one.vehicle.name, one]))
  const doneOn = Map.groupBy(done, ({ day }) => day)

  async function add(vehicle: ScriptedVehicle): Promise<Known> {
    const fleet = fleets[vehicle.fleet]!
    const { driver } = vehicle
    const user = await build.user(fleet, {
      email: `${key(vehicle)}@example.com`,
      roles: ['Driver'],
      language: driver.language,
    })
    await db.query(sql`
      update users set time_zone = ${driver.zone}, email_notifications = ${JSON.stringify(driver.wants)} where id = ${user.id}`)
    const { name, bought: added } = vehicle
    const { id } = await build.vehicle(fleet, { name, drivers: [user], added })
    await db.query(sql`update vehicles set license_plate_expiration = ${vehicle.expires} where id = ${id}`)
    const one = { id, fleetId: fleet.id, userId: user.id, vehicle }
    for (let age = 0; age < count(vehicle.bought, from); age += 10)
      await read(one, addDays(vehicle.bought, age))
    return one
  }

  async function read({ id, fleetId, vehicle }: Known, day: string): Promise<void> {
    await db.query(sql`
      insert into odometer_readings (fleet_id, vehicle_id, value, unit, read_on, source)
      values (${fleetId}, ${id}, ${at(vehicle, day)}, 'mi', ${day}, 'driver')`)
  }

  async function complete({ vehicle: name, item, day, odometer }: Done) {
    const of = byName.get(name)!
    const historyId = randomUUID()
    await db.query(sql`
      with entry as (insert into manual_maintenance_histories (id, fleet_id, vehicle_id, custom_shop_name, odometer, odometer_units,
        date_of_completion, content_hash)
        values (${historyId}, ${of.fleetId}, ${of.id}, 'Garage', ${odometer}, 'mi', ${day}, ''))
      insert into history_services (fleet_id, history_id, row_number, service_definition_id, price)
      values (${of.fleetId}, ${historyId}, 1, ${services[item]!.id}, 50)`)
  }

  async function actOne(of: Known, day: string) {
    const { vehicle } = of
    const age = count(vehicle.bought, day)
    if (age % 10 === 0) await read(of, day)
    const switched = vehicle.driver.switches.indexOf(day)
    if (switched >= 0)
      await db.query(sql`update users set reminds_by_email = ${switched % 2 === 1} where id = ${of.userId}`)
    for (const snooze of vehicle.snoozes.filter(({ on }) => on === day))
      await db.query(
        sql`update vehicle_schedules set reminder_date = ${snooze.until} where vehicle_id = ${of.id}`,
      )
    for (const appointment of vehicle.appointments) {
      const instant = appointment.at.toISOString()
      const same = sql`vehicle_id = ${of.id} and appointment_datetime = ${instant}`
      if (appointment.madeOn === day)
        await db.query(sql`
          insert into shop_orders (fleet_id, vehicle_id, custom_shop_name, status, appointment_datetime, odometer_units, created_at)
          values (${of.fleetId}, ${of.id}, 'Garage', 'active', ${instant}, 'mi', ${new Date(actionTimeOn(day))})`)
      if (appointment.canceledOn === day)
        await db.query(sql`update shop_orders set status = 'cancel' where ${same}`)
      if (addDays(instant.slice(0, 10), 1) === day)
        await db.query(sql`update shop_orders set status = 'complete' where ${same} and status = 'active'`)
    }
  }

  return {
    /** User actions of a day: readings, work, toggles, snoozes, bookings. */
    async act(day: string): Promise<void> {
      for (const one of known) await actOne(one, day)
      for (const one of doneOn.get(day) ?? []) await complete(one)
    },
  }
}
