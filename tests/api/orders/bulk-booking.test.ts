// Booking what is due on many vehicles at once: times, rejections, races, kills and undo (decision 101).
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { BulkAction } from '#contract/vehicles/bulk-actions.ts'
import { addDays, dayIn } from '#domain/core/days.ts'
import { openDatabase } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'
import { Killed, killedAt, runBulkAction } from '#tests/support/bulk-actions.ts'
import { writeHeaders } from '#tests/support/entries.ts'
import { anOpenOrder, aRequest, aWorkday, freeTimes } from '#tests/support/orders.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const day = aWorkday()
const run = (id: string, db = server.db) => runBulkAction(server, id, db)

/** A shop with one vehicle at a time, and a fleet whose vehicles have an oil change due. */
async function aFleet(vans: number, role: 'Owner' | 'Driver' = 'Owner') {
  const { build, db } = server
  const fleet = await build.fleet()
  const user = await build.user(fleet, { roles: [role] })
  const shop = await build.shop({ name: 'Quick Lane' })
  await db.query(sql`update shops set slot_capacity = 1 where id = ${shop.id}`)
  const oil = await build.service({ name: 'Oil change' })
  const vehicles: { id: number; fleetId: number }[] = []
  const aVan = async (services: number[] = [oil.id], status: string | null = 'past_due') => {
    const vehicle = await build.vehicle(fleet, { name: `Van ${vehicles.length + 1}` })
    vehicles.push({ ...vehicle, fleetId: fleet.id })
    if (services.length > 0)
      await db.query(sql`
        insert into maintenance_intervals (fleet_id, vehicle_id, name, tag, due_status, unit, service_definition_ids)
        values (${fleet.id}, ${vehicle.id}, '5,000 mi', 'Past Due', ${status}, 'mi', ${services}::bigint[])`)
    return vehicle
  }
  for (let n = 0; n < vans; n++) await aVan()
  const client = await server.as(user)
  const input = (more: object = {}) => ({
    action: 'book',
    vehicle_ids: vehicles.map(({ id }) => id),
    shop_id: shop.id,
    from_day: day,
    ...more,
  })
  const check = (more?: object) => client.post('/bulk_actions/check', input(more))
  const start = (key = randomUUID()) => client.post('/bulk_actions', input(), writeHeaders(key))
  const show = async (id: string): Promise<BulkAction> => (await client.get(`/bulk_actions/${id}`)).body
  const undo = (id: string) => client.put(`/bulk_actions/${id}/undo`, {}, writeHeaders(randomUUID()))
  const orders = (): Promise<{ id: number; vehicle_id: number; status: string; at: string }[]> =>
    db.query(sql`select id, vehicle_id, status, appointment_datetime as at from shop_orders
      where fleet_id = ${fleet.id} order by appointment_datetime, id`)
  return { fleet, user, client, shop, oil, vehicles, aVan, check, start, show, undo, orders }
}

it('gives each vehicle the soonest free time for everything that is due on it, past due ones first', async () => {
  const { client, shop, oil, vehicles, aVan, check, start, show, orders } = await aFleet(0)
  const filter = await server.build.service({ name: 'Air filter' })
  await aVan([oil.id], 'due_soon')
  const late = await aVan([oil.id, filter.id])
  await aVan()
  const times = await freeTimes(client, shop.id, day)
  const preview = await check()
  expect(preview.body).toMatchObject({ possible: 3, refused: 0, time_zone: 'America/New_York' })
  expect(preview.body.bookings.map((booking: { vehicle_id: number }) => booking.vehicle_id)).toEqual([
    late.id,
    vehicles[2]?.id,
    vehicles[0]?.id,
  ])
  expect(preview.body.bookings[0]).toMatchObject({
    vehicle_name: 'Van 2',
    services: ['Oil change', 'Air filter'],
    appointment_datetime: times[0],
  })
  expect(await orders()).toEqual([])
  const { body, status } = await start()
  expect(status).toBe(201)
  await run(body.id)
  expect(await show(body.id)).toMatchObject({ action: 'book', done: 3, refused: 0 })
  const booked = await orders()
  expect(booked.map(({ vehicle_id }) => vehicle_id)).toEqual([late.id, vehicles[2]?.id, vehicles[0]?.id])
  expect(booked.map(({ at }) => Date.parse(at))).toEqual(times.slice(0, 3).map((time) => Date.parse(time)))
  const lines = await server.db.query(
    sql`select service_definition_id as id from order_services where order_id = ${booked[0]?.id ?? 0} order by 1`,
  )
  expect(lines).toEqual([{ id: oil.id }, { id: filter.id }])
})

it('books only the services of an interval that are not done yet (SCH-052)', async () => {
  const { oil, aVan, check } = await aFleet(0)
  const filter = await server.build.service({ name: 'Air filter' })
  const van = await aVan([oil.id, filter.id])
  await server.db.query(sql`
    update maintenance_intervals set open_service_ids = ${[filter.id]}::bigint[] where vehicle_id = ${van.id}`)
  expect((await check()).body.bookings).toMatchObject([{ vehicle_id: van.id, services: ['Air filter'] }])
})

it('says where each vehicle is and how far that is from the shop, and links to the new orders', async () => {
  const { vehicles, fleet, check, start, show, orders } = await aFleet(4)
  const { db, build } = server
  const [far, near, seen, unknown] = vehicles.map(({ id }) => id)
  const garage = async (id: number | undefined, city: string, state: string, zip: string) => {
    const [address] = await db.query<{ id: number }>(sql`
      insert into addresses (fleet_id, address_line1, city, state, zip)
      values (${fleet.id}, '1 Depot Road', ${city}, ${state}, ${zip}) returning id`)
    await db.query(sql`
      update vehicles set address_id = ${address?.id ?? 0}, department_number = 'Field 7' where id = ${id ?? 0}`)
  }
  await garage(far, 'Phoenix', 'AZ', '85003')
  await garage(near, 'Columbus', 'OH', '43215')
  const last = await build.shop({ name: 'Lakeside' })
  await db.query(sql`
    update shops set city = 'Toledo', latitude = 41.66, longitude = -83.56 where id = ${last.id}`)
  const order = await anOpenOrder(db, { id: seen ?? 0, fleetId: fleet.id })
  await db.query(sql`update shop_orders set status = 'complete', shop_id = ${last.id} where id = ${order.id}`)
  const { body: preview } = await check()
  const of = (id?: number) =>
    preview.bookings.find(({ vehicle_id }: { vehicle_id: number }) => vehicle_id === id)
  expect(of(far)).toMatchObject({
    department_number: 'Field 7',
    place: { city: 'Phoenix', state: 'AZ', source: 'garage' },
  })
  expect(of(far).distance).toBeGreaterThan(1600)
  expect(of(far).distance).toBeLessThan(1720)
  expect(of(far).kilometers / of(far).distance).toBeCloseTo(1.609, 2)
  expect(of(near).kilometers).toBeLessThan(10)
  expect(of(seen).place).toEqual({ city: 'Toledo', state: 'OH', source: 'last_shop' })
  expect(of(seen).distance).toBeGreaterThan(100)
  expect(of(unknown)).toMatchObject({
    department_number: null,
    place: null,
    distance: null,
    kilometers: null,
  })
  expect(preview.far).toBe(2)

  const { body } = await start()
  expect(body.booked).toEqual([])
  await run(body.id)
  const booked = (await orders()).filter(({ status }) => status !== 'complete')
  const { booked: linked } = await show(body.id)
  expect(linked.map(({ order_id }) => order_id).toSorted()).toEqual(booked.map(({ id }) => id).toSorted())
  expect(linked.find(({ vehicle_name }) => vehicle_name === 'Van 1')?.order_id).toBe(
    booked.find(({ vehicle_id }) => vehicle_id === far)?.id,
  )
})

it('names the vehicles that it does not book, and why', async () => {
  const { vehicles, fleet, aVan, check, start, show, orders } = await aFleet(1)
  const pads = await server.build.service({ name: 'Brake pads', positions: ['front', 'rear'] })
  await aVan([])
  await aVan([pads.id])
  const inactive = await aVan()
  const busy = await aVan()
  await anOpenOrder(server.db, { id: busy.id, fleetId: fleet.id })
  await server.db.query(sql`update vehicles set is_active = false where id = ${inactive.id}`)
  const ids = [...vehicles.map(({ id }) => id), 999_999_999]
  const preview = await check({ vehicle_ids: ids })
  expect(preview.body.possible).toBe(1)
  expect(preview.body.reasons.map((rejection: { reason: string }) => rejection.reason).toSorted()).toEqual([
    'inactive',
    'needs_position',
    'not_found',
    'nothing_due',
    'order_exists',
  ])
  const { body } = await start()
  await run(body.id)
  expect(await show(body.id)).toMatchObject({ done: 1, refused: 4 })
  expect(await orders()).toHaveLength(2)
})

it('rejects a shop without booking, an unknown shop, a past day and a missing shop', async () => {
  const { check } = await aFleet(1)
  expect((await check({ shop_id: 999_999_999 })).status).toBe(404)
  expect((await check({ from_day: '2020-01-01' })).body.fields).toMatchObject({ from_day: ['past'] })
  // The user's or the job's day may be the day before the shop's.
  const yesterday = addDays(dayIn('America/New_York', new Date()), -1)
  expect((await check({ from_day: yesterday })).body.bookings[0].appointment_datetime).toEqual(
    (await check({ from_day: addDays(yesterday, 1) })).body.bookings[0].appointment_datetime,
  )
  const missing = await check({ shop_id: undefined })
  expect(missing.status).toBe(422)
  expect(missing.body.fields).toMatchObject({ shop_id: ['required'] })
})

it('takes the next free time when another fleet books the planned one first', async () => {
  const { client, shop, check, start, show, orders } = await aFleet(1)
  const [first = '', second = ''] = await freeTimes(client, shop.id, day)
  expect((await check()).body.bookings[0].appointment_datetime).toBe(first)
  const { body } = await start()
  const other = await aFleet(1)
  const request = aRequest(
    { shop_id: shop.id, vehicle_id: other.vehicles[0]?.id ?? 0, appointment_datetime: first },
    other.oil.id,
  )
  expect((await other.client.post('/orders', request, writeHeaders())).status).toBe(201)
  await run(body.id)
  expect(await show(body.id)).toMatchObject({ done: 1 })
  expect(Date.parse((await orders())[0]?.at ?? '')).toBe(Date.parse(second))
})

it('undoes what the shop has not begun, and leaves the rest', async () => {
  const { vehicles, start, show, undo, orders } = await aFleet(2)
  const { body } = await start()
  await run(body.id)
  await server.db.query(
    sql`update shop_orders set status = 'awaiting_approval' where vehicle_id = ${vehicles[0]?.id ?? 0}`,
  )
  // VEH-115
  expect(await show(body.id)).toMatchObject({ can_undo: true })
  const undone = await undo(body.id)
  expect(undone.status).toBe(200)
  await run(undone.body.id)
  expect(await show(body.id)).toMatchObject({ can_undo: false })
  expect(await show(undone.body.id)).toMatchObject({
    done: 1,
    refused: 1,
    reasons: [{ reason: 'changed_since', count: 1 }],
  })
  expect((await orders()).map(({ status }) => status).toSorted()).toEqual(['awaiting_approval', 'cancel'])
})

it('books each vehicle once if the server is killed at any transaction, or two servers run it', async () => {
  for (const isAfterCommit of [false, true])
    for (const at of [1, 2, 3]) {
      const { start, show, orders } = await aFleet(2)
      const { body } = await start()
      await expect(run(body.id, killedAt(server.db, at, isAfterCommit))).rejects.toThrow(Killed)
      const other = openDatabase(server.databaseUrl, { max: 2 })
      try {
        await Promise.all([run(body.id), run(body.id, other)])
      } finally {
        await other.close()
      }
      expect(await show(body.id)).toMatchObject({ status: 'completed', done: 2, refused: 0 })
      const booked = await orders()
      expect(new Set(booked.map(({ vehicle_id }) => vehicle_id)).size).toBe(2)
      expect(booked).toHaveLength(2)
    }
})

it('needs the right to request orders, and books only vehicles that the user sees', async () => {
  const { check } = await aFleet(1, 'Driver')
  expect((await check()).body.reasons).toEqual([{ reason: 'not_found', count: 1 }])
})
