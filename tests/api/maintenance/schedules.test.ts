import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { VehicleSchedule } from '#contract/maintenance/vehicle-schedule.ts'
import { dueOf } from '#domain/maintenance/schedule-rules.ts'
import { sql } from '#server/db/sql.ts'
import { refreshVehicle } from '#server/modules/vehicles/vehicles/vehicles.service.ts'
import type { Client } from '#tests/support/client.ts'
import { aHistory, day, otherRows, writeHeaders } from '#tests/support/entries.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { settled } from '#tests/support/settled.ts'
import { untilBlocked } from '#tests/support/until-blocked.ts'

let server: TestServer
let fleet: { id: number; unit: 'mi' | 'km' }
let owner: Client
let rows: ReturnType<typeof otherRows>
let oil: { id: number }
let rotation: { id: number }
let fluid: { id: number }
let items: number[]

beforeAll(async () => {
  server = await startTestServer()
  fleet = await server.build.fleet()
  owner = await server.as(await server.build.user(fleet))
  rows = otherRows(server.db)
  oil = await server.build.service({ name: 'Oil' })
  rotation = await server.build.service({ name: 'Rotation', positions: ['front', 'rear'] })
  fluid = await server.build.service({ name: 'Fluid' })
  const template = await rows.template('car', [
    { services: [oil.id, rotation.id], miles: 5000, months: 6 },
    { services: [fluid.id], miles: 30_000 },
  ])
  items = template.itemIds
})
afterAll(() => server.stop())

/** A vehicle with the reading of the day it was added, and a current one. */
async function aVehicle(now = 61_000, before = 50_000) {
  const vehicle = await server.build.vehicle(fleet, { added: day(-200) })
  await enterReading(vehicle, before, -200)
  await enterReading(vehicle, now, -1)
  return vehicle
}
const enterReading = (vehicle: { id: number }, value: number, on: number) =>
  owner.post(`/vehicles/${vehicle.id}/odometer_readings`, { id: randomUUID(), value, read_on: day(on) })
const enterHistory = (vehicle: { id: number }, services: number[], on: number, odometer: number) =>
  owner.post(
    '/manual_maintenance_histories',
    aHistory(
      {
        vehicle_id: vehicle.id,
        odometer,
        date_of_completion: day(on),
        vehicle_services: services.map((id) => ({ service_definition_id: id, price: '10.00' })),
      },
      services[0]!,
    ),
  )
const oem = async (vehicle: { id: number }) => (await owner.get(`/vehicles/${vehicle.id}/oem_schedules`)).body
const nextInterval = async (vehicle: { id: number }) =>
  (await owner.get(`/vehicles/next_maintenance_interval?vehicleIds=${vehicle.id}`)).body.intervals[0]
const intervalOf = (body: { intervals: { interval_id: number }[] }, id: number | undefined) =>
  body.intervals.find(({ interval_id }) => interval_id === id)

describe('the schedule of a vehicle', () => {
  it('follows the template of its class, and returns interval, services, tag and reason (SCH-029, SCH-036)', async () => {
    const vehicle = await aVehicle()
    const body = await oem(vehicle)
    // 50,000 was a multiple: due at 55,000, which has passed; the fluid at 60,000 as well.
    expect(intervalOf(body, items[0])).toMatchObject({
      interval: '5,000 mi or 6 months',
      tag: 'Past Due',
      is_completed: false,
      due_at: 55_000,
      reason: 'Because.',
      services: [
        { service_id: oil.id, service_name: 'Oil', positions: [], is_completed: false },
        { service_id: rotation.id, positions: ['front', 'rear'], is_completed: false },
      ],
    })
    expect(body).toMatchObject({ current_mileage: 61_000, unit: 'mi' })
    // 11,000 miles in 199 days.
    expect(body.miles_per_month).toBe(Math.round((11_000 / 199) * (365.25 / 12)))
    expect(await nextInterval(vehicle)).toMatchObject({ tag: 'Past Due', due_status: 'past_due' })
  })

  it('keeps its start when older entries are added later, which change only their own services (SCH-056)', async () => {
    const vehicle = await server.build.vehicle(fleet, { added: day(-20) })
    await enterReading(vehicle, 61_200, -18)
    const dueOfFluid = async () => {
      const { schedule } = (await oem(vehicle)) as { schedule: VehicleSchedule }
      const due = dueOf(schedule, day(0)).find(({ item_id }) => item_id === items[1])
      return { tag: due?.tag, due_at: due?.due_at, cycle_from: due?.anchor.day }
    }
    const before = await dueOfFluid()
    expect(before).toMatchObject({ tag: 'Upcoming', due_at: 90_000, cycle_from: day(-20) })
    await enterHistory(vehicle, [oil.id, rotation.id], -600, 40_100)
    await enterReading(vehicle, 39_000, -650)
    expect(await dueOfFluid()).toEqual(before)
    expect(intervalOf(await oem(vehicle), items[0])).toMatchObject({ tag: 'Past Due', due_at: 45_100 })
    // A reading near that day is more exact.
    await enterReading(vehicle, 59_900, -20)
    expect(await dueOfFluid()).toMatchObject({ tag: 'Past Due', due_at: 60_000, cycle_from: day(-20) })
  })

  it('keeps the stored start of an earlier version until a cycle closes, and reminds of it once', async () => {
    const own = await server.build.fleet()
    const driver = await server.build.user(own, { roles: ['Driver'] })
    const vehicle = await server.build.vehicle(own, { added: day(-250), drivers: [driver] })
    const by = await server.as(await server.build.user(own))
    const enter = (value: number, on: number) =>
      by.post(`/vehicles/${vehicle.id}/odometer_readings`, { id: randomUUID(), value, read_on: day(on) })
    await enter(50_000, -240)
    await enter(56_000, -5)
    const stored = async () =>
      (
        await server.db.query<{ cycle_from: string }>(
          sql`select cycle_from from maintenance_intervals where vehicle_id = ${vehicle.id} and item_id = ${items[0]}`,
        )
      )[0]?.cycle_from
    const remind = async () => {
      await server.db.query(
        sql`update vehicle_schedules set reminders_planned_on = null where vehicle_id = ${vehicle.id}`,
      )
      await server.services.reminderPlanner.planDay(server.services.now())
      return server.db.query(sql`select id from reminders where vehicle_id = ${vehicle.id}`)
    }
    expect(await stored()).toBe(day(-250))
    await server.db.query(
      sql`update maintenance_intervals set cycle_from = ${day(-240)} where vehicle_id = ${vehicle.id}`,
    )
    const reminders = await remind()
    expect(reminders).not.toEqual([])
    await enter(56_010, -4)
    expect(await stored()).toBe(day(-240))
    expect(await remind()).toEqual(reminders)
    const marked = aHistory(
      {
        vehicle_id: vehicle.id,
        odometer: 50_000,
        date_of_completion: day(-230),
        vehicle_services: [oil.id, rotation.id].map((id) => ({ service_definition_id: id, price: '10.00' })),
      },
      oil.id,
    )
    await by.post('/manual_maintenance_histories', marked)
    expect(await stored()).toBe(day(-230))
  })

  it('gives the device all inputs, so that the same function returns the same result', async () => {
    const vehicle = await aVehicle()
    await enterHistory(vehicle, [oil.id], -10, 60_500)
    const body = await oem(vehicle)
    const due = dueOf(body.schedule as VehicleSchedule, day(0))
    for (const item of due)
      expect(intervalOf(body, item.item_id)).toMatchObject({ tag: item.tag, due_at: item.due_at })
    await settled(server.db)
    const { body: pulled } = await owner.get('/sync?limit=2000')
    const synced = pulled.changes.find(
      (c: { type: string; id: string }) => c.type === 'schedule' && c.id === String(vehicle.id),
    )
    expect(synced?.data).toEqual(body.schedule)
  })

  it('starts a new cycle when all its services are done, by history', async () => {
    const vehicle = await aVehicle()
    await enterHistory(vehicle, [oil.id], -12, 60_300)
    expect(intervalOf(await oem(vehicle), items[0])).toMatchObject({
      tag: 'Past Due',
      services: [{ is_completed: true }, { is_completed: false }],
    })
    const entry = await enterHistory(vehicle, [rotation.id], -10, 60_400)
    const after = await oem(vehicle)
    expect(intervalOf(after, items[0])).toMatchObject({ tag: 'Upcoming', due_at: 65_300 })
    // SCH-013
    expect(after.completed_intervals).toMatchObject([{ interval_id: items[0], completed_on: day(-10) }])
    expect((await nextInterval(vehicle)).interval_id).toBe(items[1])
    await owner.delete(`/manual_maintenance_histories/${entry.body.id}`)
    expect(intervalOf(await oem(vehicle), items[0])).toMatchObject({ tag: 'Past Due' })
  })

  it('names only its open services in lists, on server and device, until all are done (SCH-026, SCH-052)', async () => {
    const vehicle = await aVehicle()
    const ofInterval = (row: { due_at: number | null }) => row.due_at === 55_000
    const named = async () => {
      const path = `/fleets/me/vehicle_services?vehicle_ids=${vehicle.id}&page=1&per_page=50`
      const listed = (await owner.get(path)).body.vehicle_services.find(ofInterval)
      await settled(server.db)
      const { changes } = (await owner.get('/sync?limit=2000')).body
      const synced = changes.find(
        ({ type, data }: { type: string; data: { vehicle_id: number; due_at: number | null } | null }) =>
          type === 'interval' && data?.vehicle_id === vehicle.id && ofInterval(data),
      )
      const rows = [listed, await nextInterval(vehicle), synced?.data]
      return rows.map(({ tag, services }) => [
        tag,
        ...services.map((service: { service_id: number }) => service.service_id),
      ])
    }
    const three = (...row: unknown[]) => [row, row, row]
    expect(await named()).toEqual(three('Past Due', oil.id, rotation.id))
    const entry = await enterHistory(vehicle, [oil.id], 0, 61_000)
    expect(await named()).toEqual(three('Past Due', rotation.id))
    await owner.delete(`/manual_maintenance_histories/${entry.body.id}`)
    expect(await named()).toEqual(three('Past Due', oil.id, rotation.id))
  })

  it('starts a new cycle with a completed order; rejected work does not count as done', async () => {
    const vehicle = await aVehicle()
    const order = await rows.order(vehicle, { status: 'complete', odometer: 60_800 })
    for (const [service, status] of [
      [oil, 'complete'],
      [rotation, 'complete'],
      [fluid, 'rejected'],
    ] as const)
      await server.db.query(sql`
        insert into order_services (fleet_id, order_id, service_definition_id, name, status, total)
        values (${fleet.id}, ${order.id}, ${service.id}, 'x', ${status}, 1)`)
    await server.db.tenant(fleet.id, (tx) => refreshVehicle(tx, fleet.id, vehicle.id, day(0)))
    const body = await oem(vehicle)
    expect(intervalOf(body, items[0])).toMatchObject({ tag: 'Upcoming', due_at: 65_800 })
    expect(intervalOf(body, items[1])).toMatchObject({ tag: 'Past Due' })
  })

  it('is silent for a deactivated vehicle, and returns when it is active again', async () => {
    const vehicle = await aVehicle()
    const lines = () =>
      server.db.query(sql`select 1 from maintenance_intervals where vehicle_id = ${vehicle.id}`)
    expect(await lines()).toHaveLength(2)
    for (const [isActive, count] of [
      [false, 0],
      [true, 2],
    ] as const) {
      await server.db.query(sql`update vehicles set is_active = ${isActive} where id = ${vehicle.id}`)
      await server.db.tenant(fleet.id, (tx) => refreshVehicle(tx, fleet.id, vehicle.id, day(0)))
      expect(await lines()).toHaveLength(count)
    }
  })

  it('becomes past due by date, in the nightly job', async () => {
    const vehicle = await server.build.vehicle(fleet, { added: day(-170) })
    await enterReading(vehicle, 50_000, -170)
    expect(await nextInterval(vehicle)).toMatchObject({ interval_id: items[0], tag: 'Currently Due' })
    const later = new Date(Date.now() + 40 * 86_400_000)
    expect(await server.services.dueDates.refreshAll(later)).toBeGreaterThan(0)
    expect(await nextInterval(vehicle)).toMatchObject({ interval_id: items[0], tag: 'Past Due' })
    expect(await server.services.dueDates.refreshAll(later)).toBe(0)
  })

  it('is computed in the nightly job although an earlier fleet fails', async () => {
    await server.build.vehicle(fleet)
    const vehicle = await server.build.vehicle(await server.build.fleet())
    await server.db.executeSql(
      `alter table vehicle_schedules add constraint failing check (fleet_id <> ${fleet.id}) not valid`,
      [],
    )
    const later = new Date(Date.now() + 41 * 86_400_000)
    try {
      await expect(server.services.dueDates.refreshAll(later)).rejects.toThrow('some fleets')
    } finally {
      await server.db.executeSql('alter table vehicle_schedules drop constraint failing', [])
    }
    const [schedule] = await server.db.query<{ is_current: boolean }>(sql`
      select computed_on >= ${later}::timestamptz::date - 1 as is_current from vehicle_schedules
      where vehicle_id = ${vehicle.id}`)
    expect(schedule).toEqual({ is_current: true })
  })
})

describe('marking as completed', () => {
  const mark = (vehicle: { id: number }, details: object[], key = randomUUID(), id = randomUUID()) =>
    owner.send(
      'PUT',
      `/api/v4/vehicles/${vehicle.id}/oem_schedules/services_completed`,
      {
        id,
        interval_id: items[0],
        service_completed_details: details,
        are_all_completed: false,
        completed_on: day(0),
      },
      writeHeaders(key),
    )
  const both = (is_completed: boolean) => [oil, rotation].map(({ id }) => ({ id, is_completed }))

  it('completes services, closes the interval with the last one, and needs no revision (SCH-037)', async () => {
    const vehicle = await aVehicle()
    expect((await mark(vehicle, [{ id: oil.id, is_completed: true }])).status).toBe(200)
    expect(intervalOf(await oem(vehicle), items[0])).toMatchObject({ services: [{ is_completed: true }, {}] })
    await mark(vehicle, [{ id: rotation.id, is_completed: true }])
    // The current reading is used in place of the missing one.
    expect(intervalOf(await oem(vehicle), items[0])).toMatchObject({ tag: 'Upcoming', due_at: 66_000 })
  })

  it('counts from the given day and odometer, in the unit of the vehicle', async () => {
    const vehicle = await aVehicle()
    await server.db.query(sql`update vehicles set odometer_units = 'km' where id = ${vehicle.id}`)
    const { status, body } = await owner.send(
      'PUT',
      '/api/v4/vehicles/update_is_completed',
      {
        id: randomUUID(),
        vehicle_id: vehicle.id,
        service_id: oil.id,
        is_completed: true,
        completed_on: day(-3),
        odometer: 98_000,
      },
      writeHeaders(),
    )
    expect(status).toBe(200)
    expect(body.schedule.completions).toContainEqual(
      expect.objectContaining({ service_id: oil.id, day: day(-3), odometer: 98_000, unit: 'km' }),
    )
  })

  it('takes effect once however often it arrives: by key, and by its id after the key has expired', async () => {
    const vehicle = await aVehicle()
    const [key, id] = [randomUUID(), randomUUID()]
    const first = await mark(vehicle, both(true), key, id)
    expect((await mark(vehicle, both(true), key, id)).body).toEqual(first.body)
    await server.db.query(sql`delete from idempotency_keys where key = ${key}`)
    expect((await mark(vehicle, both(true), key, id)).status).toBe(200)
    expect((await oem(vehicle)).completed_intervals).toHaveLength(1)
  })

  it('can be undone, unless a history shows that it was done (SCH-025, SCH-038, SCH-039)', async () => {
    const vehicle = await aVehicle()
    const path = `/api/v4/vehicles/${vehicle.id}/oem_schedules/${items[0]}/mark_as_completed`
    const set = (is_completed: boolean) =>
      owner.send('PUT', path, { is_completed, service_definition_ids: [oil.id, rotation.id] })
    await set(true)
    expect((await oem(vehicle)).completed_intervals).toHaveLength(1)
    await set(false)
    expect((await oem(vehicle)).completed_intervals).toHaveLength(0)
    await enterHistory(vehicle, [fluid.id], -3, 60_900)
    const mark = { vehicle_id: vehicle.id, service_id: fluid.id, is_completed: false }
    expect((await owner.put('/vehicles/update_is_completed', mark)).status).toBe(200)
    expect(intervalOf(await oem(vehicle), items[1])).toMatchObject({ due_at: 90_900 })
  })

  it('reports an interval that someone completed meanwhile; the same action again has no second effect', async () => {
    const vehicle = await aVehicle()
    const path = `/api/v4/vehicles/${vehicle.id}/oem_schedules/services_completed`
    const send = (more: object) =>
      owner.send('PUT', path, {
        id: randomUUID(),
        interval_id: items[0],
        service_completed_details: both(true),
        are_all_completed: true,
        completed_on: day(-1),
        last_completed_on: 'never',
        ...more,
      })
    const id = randomUUID()
    expect((await send({ id })).status).toBe(200)
    expect((await send({ id })).status).toBe(200)
    const late = await send({ completed_on: day(0) })
    expect([late.status, late.body.code]).toEqual([409, 'interval_reset'])
    expect((await oem(vehicle)).completed_intervals).toHaveLength(1)
    expect((await send({ completed_on: day(0), last_completed_on: day(-1) })).status).toBe(200)
    expect((await send({ interval_id: 999_999 })).status).toBe(200)
  })

  it('rejects unknown services and days in the future', async () => {
    const vehicle = await aVehicle()
    const refused = await mark(vehicle, [{ id: 999_999, is_completed: true }])
    const field = 'service_completed_details.0.id'
    expect([refused.status, refused.body.fields]).toEqual([422, { [field]: ['unknown'] }])
    const one = { vehicle_id: vehicle.id, service_id: 999_999, is_completed: true }
    expect((await owner.put('/vehicles/update_is_completed', one)).body.fields).toEqual({
      service_id: ['unknown'],
    })
    const body = { vehicle_id: vehicle.id, service_id: oil.id, is_completed: true, completed_on: day(5) }
    expect((await owner.put('/vehicles/update_is_completed', body)).body.fields).toEqual({
      completed_on: ['future'],
    })
  })
})

describe('lists of services', () => {
  it('are ten a page for one vehicle, most urgent first (SCH-031, SCH-041, SCH-044)', async () => {
    const vehicle = await aVehicle()
    const added = await owner.post(`/vehicles/${vehicle.id}/vehicle_services`, {
      service_definition_ids: await Promise.all(
        Array.from({ length: 9 }, async () => (await server.build.service()).id),
      ),
      interval: 40_000,
      interval_months: 12,
    })
    expect(added.status).toBe(201)
    const page = async (n: number) =>
      (await owner.get(`/vehicles/${vehicle.id}/show_services?page=${n}`)).body
    const first = await page(1)
    expect(first.services).toHaveLength(10)
    expect(first).toMatchObject({ total_count: 12, total_pages: 2 })
    expect(first.services[0]).toMatchObject({
      id: oil.id,
      name: 'Oil',
      interval: 5000,
      interval_kilometers: 8000,
      recommended: true,
      recommendation_state: 'Past Due',
      is_completed: false,
    })
    expect((await page(2)).services[0]).toMatchObject({ recommended: false, interval: 40_000 })
    expect((await page(3)).services).toEqual([])
  })

  it('are paged for the fleet until an empty page (SCH-045)', async () => {
    const [a, b] = [await aVehicle(), await aVehicle()]
    const ids = `${a.id},${b.id}`
    const get = (rest: string) => owner.get(`/fleets/me/vehicle_services?vehicle_ids=${ids}&${rest}`)
    const { body } = await get('service_schedules_by_vehicle=true&per_page=1&page=1')
    expect(body).toMatchObject({ total_count: 2, total_pages: 2 })
    expect(body.vehicle_services[0]).toMatchObject({ due_status: 'past_due', unit: 'mi' })
    expect((await get('per_page=100&page=1')).body.vehicle_services).toHaveLength(4)
    expect((await get('per_page=100&page=2')).body.vehicle_services).toEqual([])
  })

  it('return the services of an interval, and advice by its provider only (SCH-032, SCH-033, SCH-034)', async () => {
    const vehicle = await aVehicle()
    const of = (query: string) => owner.get(`/services/recommended/${query}`)
    const { body } = await of(`oem?vehicleId=${vehicle.id}&interval=${items[1]}`)
    expect(body.services).toMatchObject([{ service_id: fluid.id, is_completed: false }])
    expect((await of(`oem?vehicleId=${vehicle.id}&interval=999999`)).status).toBe(404)
    expect((await of(`advice?vehicle_id=${vehicle.id}`)).status).toBe(200)
    expect((await of(`other?vehicle_id=${vehicle.id}`)).status).toBe(404)
  })
})

describe('a service that was added to a vehicle', () => {
  const add = (vehicle: { id: number }, key?: string) =>
    owner.post(
      `/vehicles/${vehicle.id}/vehicle_services`,
      { service_definition_ids: [fluid.id], interval: 100 },
      key ? { 'idempotency-key': key } : {},
    )
  const remove = (vehicle: { id: number }, id: number, client = owner) =>
    client.delete(`/vehicles/${vehicle.id}/vehicle_services/${id}`, { 'idempotency-key': randomUUID() })
  const addedTo = async (vehicle: { id: number }): Promise<number[]> =>
    (await oem(vehicle)).schedule.items.flatMap(({ id, is_own }: { id: number; is_own: boolean }) =>
      is_own ? [id] : [],
    )

  it('is added once, also when the call is repeated after a lost response', async () => {
    const vehicle = await aVehicle()
    const key = randomUUID()
    const [first, repeated] = [await add(vehicle, key), await add(vehicle, key)]
    expect([first.status, repeated.status, repeated.body]).toEqual([201, 201, first.body])
    expect(await addedTo(vehicle)).toHaveLength(1)
  })

  it('can be removed, also twice, and is no longer due at once (SCH-054)', async () => {
    const vehicle = await aVehicle()
    await add(vehicle)
    await add(vehicle)
    const [wrong, right] = await addedTo(vehicle)
    const listed = async () =>
      (
        await server.db.query<{ item_id: number }>(
          sql`select item_id from maintenance_intervals where vehicle_id = ${vehicle.id}`,
        )
      ).map(({ item_id }) => item_id)
    expect(await listed()).toEqual(expect.arrayContaining([wrong, right]))
    const { status, body } = await remove(vehicle, wrong!)
    expect([status, body.success]).toEqual([200, true])
    expect(body.schedule).toEqual((await oem(vehicle)).schedule)
    expect(await addedTo(vehicle)).toEqual([right])
    expect(await listed()).toEqual(expect.arrayContaining([right]))
    expect(await listed()).not.toContain(wrong)
    expect((await remove(vehicle, wrong!)).status).toBe(200)
  })

  it('is the only kind that can be removed so, by its own vehicle, and not by drivers', async () => {
    const vehicle = await aVehicle()
    await add(vehicle)
    const [added] = await addedTo(vehicle)
    const { schedule } = (
      await owner.put(`/vehicles/${vehicle.id}/schedule`, {
        duty_class: null,
        items: [{ service_ids: [oil.id], every: 5000, every_months: null }],
      })
    ).body
    const copy = schedule.items.find(({ is_own }: { is_own: boolean }) => !is_own).id
    const statuses = [
      await remove(vehicle, items[0]!),
      await remove(vehicle, copy),
      await remove(vehicle, 999_999),
      await remove(await aVehicle(), added!),
      await remove(vehicle, added!, await server.as(await server.build.user(fleet, { roles: ['Driver'] }))),
    ].map(({ status }) => status)
    expect(statuses).toEqual([404, 404, 404, 404, 403])
    expect(await addedTo(vehicle)).toEqual([added])
  })
})

describe('the form of mileage', () => {
  it('records a reading and sets the use, by either call (SCH-009, SCH-010)', async () => {
    const vehicle = await aVehicle()
    const body = { current_mileage: 61_500, miles_per_month: 3000 }
    expect((await owner.put(`/interval_based_reminders/${vehicle.id}`, body)).status).toBe(200)
    expect(await oem(vehicle)).toMatchObject({ current_mileage: 61_500, miles_per_month: 3000 })
    await owner.put(`/service_based_reminders/${vehicle.id}`, { ...body, current_mileage: 61_600 })
    expect((await owner.get(`/vehicles/${vehicle.id}`)).body.odometer).toBe(61_600)
  })

  it('leaves the value that is not sent as it is (SCH-053)', async () => {
    const vehicle = await aVehicle()
    const put = (body: object) => owner.put(`/service_based_reminders/${vehicle.id}`, body)
    const stated = async () => (await oem(vehicle)).schedule.miles_per_month
    expect((await put({ current_mileage: 61_500 })).status).toBe(200)
    expect(await stated()).toBeNull()
    await enterReading(vehicle, 61_700, 0)
    const { body: before } = await owner.get(`/vehicles/${vehicle.id}/odometer_readings`)
    expect((await put({ miles_per_month: 2000 })).status).toBe(200)
    expect(await stated()).toBe(2000)
    const { body: after } = await owner.get(`/vehicles/${vehicle.id}/odometer_readings`)
    expect(after.odometer_readings).toEqual(before.odometer_readings)
    const { status, body } = await put({})
    expect([status, body.fields]).toEqual([422, { current_mileage: ['required'] }])
  })

  it('rejects an invalid mileage', async () => {
    const vehicle = await aVehicle()
    const put = async (body: object) =>
      (await owner.put(`/service_based_reminders/${vehicle.id}`, body)).body.fields
    expect(await put({ current_mileage: -1, miles_per_month: 500 })).toEqual({
      current_mileage: ['mileage'], // SCH-003
    })
    expect(await put({ current_mileage: 1.5, miles_per_month: 499 })).toEqual({
      current_mileage: ['mileage'], // SCH-006, SCH-007
      miles_per_month: ['mileage'], // SCH-004
    })
    expect(await put({ current_mileage: 0, miles_per_month: 500 })).toBeUndefined()
  })
})

describe('snoozing', () => {
  it('postpones the reminder by weeks from the day of the request (SVC-052, SVC-055, SVC-057)', async () => {
    const vehicle = await aVehicle()
    const path = `/vehicles/${vehicle.id}/vehicle_reminders/snooze_reminder`
    const { status, body } = await owner.post(path, { snooze: '4 weeks', from: day(-2) })
    expect([status, body.reminder_date]).toEqual([200, day(26)])
    const dates = await owner.get(`/vehicles/me/vehicle_reminders/snoozed_date?vehicle_ids=${vehicle.id}`)
    expect(dates.body.vehicle_reminders).toEqual([{ vehicle_id: vehicle.id, reminder_date: day(26) }])
    for (const snooze of ['remind_me', '3 weeks', ''])
      expect((await owner.post(path, { snooze })).status).toBe(422)
  })

  it('keeps a later decision when an earlier one arrives after it (SCH-055)', async () => {
    const vehicle = await aVehicle()
    const path = `/vehicles/${vehicle.id}/vehicle_reminders/snooze_reminder`
    const snooze = async (weeks: string, from: string, entered_at?: string) =>
      (await owner.post(path, { snooze: weeks, from, ...(entered_at && { entered_at }) })).body.reminder_date
    expect(await snooze('1', day(-3))).toBe(day(4))
    expect(await snooze('8', day(0))).toBe(day(56))
    expect(await snooze('1', day(-2))).toBe(day(56))
    expect(await snooze('1', day(0), new Date(Date.now() - 3_600_000).toISOString())).toBe(day(56))
    expect(await snooze('2', day(0), new Date().toISOString())).toBe(day(14))
  })

  it('and a schedule saved while the vehicle is transferred return 404', async () => {
    const other = await server.build.fleet()
    const writes = [
      (id: number) => owner.post(`/vehicles/${id}/vehicle_reminders/snooze_reminder`, { snooze: '1' }),
      (id: number) => owner.put(`/vehicles/${id}/schedule`, { duty_class: 'van' }),
    ]
    for (const send of writes) {
      const vehicle = await aVehicle()
      const sent = await server.db.system(async (tx) => {
        await tx.query(sql`update vehicles set fleet_id = ${other.id} where id = ${vehicle.id}`)
        const waiting = send(vehicle.id)
        await untilBlocked(server.db)
        return { waiting }
      })
      expect((await sent.waiting).status).toBe(404)
    }
  })
})
