import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { VehicleSchedule } from '#contract/maintenance/vehicle-schedule.ts'
import { dueOf } from '#domain/maintenance/schedule-rules.ts'
import { sql } from '#server/db/sql.ts'
import { refreshVehicle } from '#server/modules/vehicles/vehicles/vehicles.service.ts'
import type { Client } from '#tests/support/client.ts'
import { day, otherRows } from '#tests/support/entries.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let fleet: { id: number; unit: 'mi' | 'km' }
let owner: Client
let rows: ReturnType<typeof otherRows>
let oil: { id: number }
let itemId: number

beforeAll(async () => {
  server = await startTestServer()
  fleet = await server.build.fleet()
  owner = await server.as(await server.build.user(fleet))
  rows = otherRows(server.db)
  oil = await server.build.service({ name: 'Oil' })
  const template = await rows.template('car', [{ services: [oil.id], miles: 5000 }])
  itemId = template.itemIds[0] ?? 0
})
afterAll(() => server.stop())

type OneVehicle = { id: number; fleetId: number }

/** Adds readings of consecutive days, `miles` apart. */
async function readDaily(
  vehicle: OneVehicle,
  first: { value: number; on: number; miles?: number },
  count: number,
) {
  const { value, on, miles = 10 } = first
  for (let i = 0; i < count; i += 1)
    await rows.reading(vehicle, { value: value + miles * i, on: day(on + i) })
}
const refresh = (vehicle: OneVehicle) =>
  server.db.tenant(vehicle.fleetId, (tx) => refreshVehicle(tx, vehicle.fleetId, vehicle.id, day(0)))
const mark = (vehicle: OneVehicle, on: number) =>
  owner.send('PUT', `/api/v4/vehicles/${vehicle.id}/oem_schedules/services_completed`, {
    id: randomUUID(),
    interval_id: itemId,
    are_all_completed: true,
    completed_on: day(on),
    service_completed_details: [{ id: oil.id, is_completed: true }],
  })
/** Returns when the service is due: as stored, in a response, and as a device computes it. */
async function dueAt(vehicle: OneVehicle) {
  const { body } = await owner.get(`/vehicles/${vehicle.id}/oem_schedules`)
  const [stored] = await server.db.query<{ due_at: number }>(
    sql`select due_at from maintenance_intervals where vehicle_id = ${vehicle.id}`,
  )
  const [onDevice] = dueOf(body.schedule as VehicleSchedule, day(0))
  return [stored?.due_at, body.intervals[0].due_at, onDevice?.due_at]
}

it('a completion without an odometer keeps its reading when many newer readings follow', async () => {
  const vehicle = await server.build.vehicle(fleet)
  await rows.reading(vehicle, { value: 50_000, on: day(-80) })
  await rows.reading(vehicle, { value: 52_000, on: day(-65) })
  expect((await mark(vehicle, -61)).status).toBe(200)
  expect(await dueAt(vehicle)).toEqual([57_000, 57_000, 57_000])
  await readDaily(vehicle, { value: 52_100, on: -60 }, 60)
  await refresh(vehicle)
  expect(await dueAt(vehicle)).toEqual([57_000, 57_000, 57_000])
})

it('the due date stays the day of the first reading above the limit when many follow (SCH-057)', async () => {
  const vehicle = await server.build.vehicle(fleet)
  await rows.reading(vehicle, { value: 52_000, on: day(-65) })
  expect((await mark(vehicle, -61)).status).toBe(200)
  await readDaily(vehicle, { value: 57_010, on: -59 }, 20)
  // The average use of the latest readings is higher, so an estimate would be later.
  await readDaily(vehicle, { value: 57_300, on: -39, miles: 100 }, 40)
  await refresh(vehicle)
  const { body } = await owner.get(`/vehicles/${vehicle.id}/oem_schedules`)
  const [stored] = await server.db.query<{ due_date: string }>(
    sql`select due_date from maintenance_intervals where vehicle_id = ${vehicle.id}`,
  )
  expect([stored?.due_date, dueOf(body.schedule as VehicleSchedule, day(0))[0]?.due_date]).toEqual([
    day(-59),
    day(-59),
  ])
})

it('an order without an odometer keeps its reading, too', async () => {
  const vehicle = await server.build.vehicle(fleet)
  await rows.reading(vehicle, { value: 52_000, on: day(-65) })
  const order = await rows.order(vehicle, { status: 'complete', at: `${day(-61)}T12:00:00-05:00` })
  await server.db.query(sql`
    insert into order_services (fleet_id, order_id, service_definition_id, name, status, total)
    values (${fleet.id}, ${order.id}, ${oil.id}, 'x', 'complete', 1)`)
  await readDaily(vehicle, { value: 52_100, on: -60 }, 60)
  await refresh(vehicle)
  expect(await dueAt(vehicle)).toEqual([57_000, 57_000, 57_000])
})

it('a wrong reading that is too high stays in use and in reach, however many lower ones follow', async () => {
  const vehicle = await server.build.vehicle(fleet)
  await rows.reading(vehicle, { value: 51_900, on: day(-60) })
  const path = `/vehicles/${vehicle.id}/odometer_readings`
  const wrong = await owner.post(path, { id: randomUUID(), value: 62_000, read_on: day(-59) })
  await readDaily(vehicle, { value: 52_000, on: -58 }, 45)
  expect((await owner.post(path, { id: randomUUID(), value: 52_500, read_on: day(0) })).status).toBe(201)
  const { body } = await owner.get(`/vehicles/${vehicle.id}/oem_schedules`)
  const readings: VehicleSchedule['readings'] = body.schedule.readings
  expect(body.current_mileage).toBe(62_000)
  expect(readings.filter(({ is_doubtful }) => !is_doubtful).map(({ value }) => value)).toEqual([
    62_000, 51_900,
  ])
  // The latest of the others; the log has all of them.
  expect(readings.filter(({ is_doubtful }) => is_doubtful)).toHaveLength(10)
  expect(readings[0]?.value).toBe(52_500)
  const act = { id: randomUUID(), reason: 'Typing error' }
  expect((await owner.post(`${path}/${wrong.body.id}/void`, act)).status).toBe(200)
  const after = (await owner.get(`/vehicles/${vehicle.id}/oem_schedules`)).body
  expect(after.current_mileage).toBe(52_500)
})

it('what was done long ago still counts, however much other work followed', async () => {
  const [brakes, wash, belt] = [
    await server.build.service({ name: 'Brakes' }),
    await server.build.service({ name: 'Wash' }),
    await server.build.service({ name: 'Belt' }),
  ]
  const own = await server.build.fleet()
  const client = await server.as(await server.build.user(own))
  const vehicle = await server.build.vehicle(own)
  await server.db.query(sql`
    insert into schedule_items (fleet_id, vehicle_id, service_definition_ids, every_miles, every_kilometers)
    values (${own.id}, ${vehicle.id}, array[${belt.id}]::bigint[], 50000, 80000),
      (${own.id}, ${vehicle.id}, array[${brakes.id}]::bigint[], 1000, 1600)`)
  const addMarks = (service: { id: number }, days: { from: number; to: number }) =>
    server.db.query(sql`
      insert into service_marks (act_id, fleet_id, vehicle_id, service_definition_id, day, odometer, unit)
      select gen_random_uuid(), ${own.id}, ${vehicle.id}, ${service.id}, current_date + d, 100000 + 10 * d, 'mi'
      from generate_series(${days.from}::int, ${days.to}::int) d`)
  await rows.reading(vehicle, { value: 60_000, on: day(-900) })
  await rows.reading(vehicle, { value: 100_000, on: day(0) })
  await addMarks(belt, { from: -600, to: -600 })
  const beltDueAt = async () => {
    const { body } = await client.get(`/vehicles/${vehicle.id}/oem_schedules`)
    const dueItems = dueOf(body.schedule as VehicleSchedule, day(0))
    return Math.max(...dueItems.map(({ due_at }) => due_at ?? 0))
  }
  expect(await beltDueAt()).toBe(144_000)
  // Not on the schedule: takes no place.
  await addMarks(wash, { from: -500, to: 0 })
  expect(await beltDueAt()).toBe(144_000)
  await addMarks(brakes, { from: -500, to: 0 })
  expect(await beltDueAt()).toBe(144_000)
  const { body } = await client.get(`/vehicles/${vehicle.id}/oem_schedules`)
  expect(body.schedule.completions).toHaveLength(401)
})
