import { afterAll, beforeAll, expect, it } from 'vitest'
import { sql } from '#server/db/sql.ts'
import type { Client } from '#tests/support/client.ts'
import { day } from '#tests/support/entries.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let owner: Client
let driver: Client
let foreign: Client
let shop: { id: number }
let oil: { id: number }
let van: { id: number; fleetId: number }
let truck: { id: number; fleetId: number }

beforeAll(async () => {
  server = await startTestServer()
  const { build } = server
  const fleet = await build.fleet()
  owner = await server.as(await build.user(fleet))
  const driving = await build.user(fleet, { roles: ['Driver'] })
  driver = await server.as(driving)
  foreign = await server.as(await build.user(await build.fleet()))
  shop = await build.shop({ name: 'Corner Garage' })
  oil = await build.service({ name: 'Oil change' })
  van = await build.vehicle(fleet)
  truck = await build.vehicle(fleet)
  await server.db.query(sql`
    insert into vehicle_drivers (fleet_id, vehicle_id, user_id) values (${fleet.id}, ${van.id}, ${driving.id})`)
  for (const [price, days] of [
    ['40.00', 0],
    ['50.00', 1],
    ['90.00', 5],
  ] as const)
    await anOrder(truck, { price, days })
  await anOrder(van, { price: '1.00', days: 900, ago: 800 })
  await anOrder(van, { price: '500.00', status: 'cancel' })
  await anOrder(van, { price: '60.00', status: 'active' })
})
afterAll(() => server.stop())

async function anOrder(
  vehicle: { id: number; fleetId: number },
  of: { price: string; days?: number; ago?: number; status?: string },
) {
  const { price, days = null, ago = 20, status = 'paid' } = of
  const at = `${day(-ago)}T15:00:00Z`
  const completed = days === null ? null : `${day(-ago + Math.min(days, 10))}T20:00:00Z`
  const [order] = await server.db.query<{ id: number }>(sql`
    insert into shop_orders (fleet_id, vehicle_id, shop_id, status, appointment_datetime, completed_at, odometer_units,
      total)
    values (${vehicle.fleetId}, ${vehicle.id}, ${shop.id}, ${status}, ${at}, ${completed}, 'mi', ${price}) returning id`)
  await server.db.query(sql`
    insert into order_services (fleet_id, order_id, service_definition_id, name, status, price, total)
    values (${vehicle.fleetId}, ${order?.id}, ${oil.id}, 'Oil change', 'complete', ${price}, ${price})`)
}

const recordOf = async (client: Client) => (await client.get(`/shops/${shop.id}/record`)).body

it('tells what was paid and how long vehicles stayed, from finished orders of two years', async () => {
  expect(await recordOf(owner)).toEqual({
    shop_id: shop.id,
    open_count: 1,
    past_count: 5,
    prices: [
      {
        service_definition_id: oil.id,
        name: 'Oil change',
        orders: 3,
        median: '50.00',
        lowest: '40.00',
        highest: '90.00',
      },
    ],
    stay: { orders: 3, median_days: 1 },
  })
})

it('says nothing from too few orders, and counts only vehicles that the user sees', async () => {
  expect(await recordOf(driver)).toMatchObject({ open_count: 1, past_count: 2, prices: [], stay: null })
})

it('knows nothing of the orders of another fleet', async () => {
  expect(await recordOf(foreign)).toMatchObject({ open_count: 0, past_count: 0, prices: [], stay: null })
})

it('lists exactly the orders that it counts, without manual entries', async () => {
  const index = async (client: Client, captureActive: boolean) =>
    (
      await client.post('/orders/index', {
        captureActive,
        withMaintenanceHistory: true,
        shop_id: shop.id,
        page: 1,
        per_page: 50,
      })
    ).body
  expect(await index(owner, true)).toMatchObject({ total_count: 1 })
  const past = await index(owner, false)
  expect(past.total_count).toBe(5)
  expect(past.orders.every((order: { shop_id: number }) => order.shop_id === shop.id)).toBe(true)
  expect(await index(driver, false)).toMatchObject({ total_count: 2 })
  expect(await index(foreign, false)).toMatchObject({ total_count: 0 })
})

it('shows the shop with its hours, and no shop of the other country', async () => {
  expect((await owner.get(`/shops/${shop.id}`)).body).toMatchObject({
    id: shop.id,
    name: 'Corner Garage',
    is_favorite_shop: false,
    opens_at: '08:00',
    today: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
  })
  const canada = await server.build.shop({ country: 'CA' })
  expect((await owner.get(`/shops/${canada.id}`)).status).toBe(404)
  expect((await owner.get(`/shops/${canada.id}/record`)).status).toBe(404)
})
