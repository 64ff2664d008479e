import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Transaction } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'
import { shopsRepository } from '#server/modules/catalog/shops/shops.repository.ts'
import { historyRepository } from '#server/modules/maintenance/history/history.repository.ts'
import { dueRowsRepository } from '#server/modules/maintenance/schedules/due-rows.repository.ts'
import { orderListsRepository } from '#server/modules/orders/orders/lists/order-lists.repository.ts'
import { pastServicesRepository } from '#server/modules/orders/orders/lists/past-services.repository.ts'
import { shopRecordRepository } from '#server/modules/orders/orders/lists/shop-record.repository.ts'
import { findMatches } from '#server/modules/vehicles/vehicles/vehicle-search.reads.ts'
import { vehiclesRepository } from '#server/modules/vehicles/vehicles/vehicles.repository.ts'
import { day } from '#tests/support/entries.ts'
import { plansOf as plans } from '#tests/support/plans.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let fleet: { id: number }
let userId: number

beforeAll(async () => {
  server = await startTestServer()
  fleet = await server.build.fleet()
  userId = (await server.build.user(fleet)).id
})
afterAll(() => server.stop())

const plansOf = async (work: (tx: Transaction) => Promise<unknown>) =>
  (await plans(server, fleet.id, work, { isForced: true })).join('\n\n')
const actor = () => ({
  userId,
  roles: ['Owner'] as const,
  language: 'en' as const,
  fleet: { id: fleet.id, country: 'US' as const, unit: 'mi' as const, timeZone: 'UTC', affiliationId: null },
})
const page = { page: 1, per_page: 50 }

it('the tabs of the services screen use their indexes', async () => {
  const active = { isActive: true, from: day(-1), to: day(93) }
  const open = await plansOf(async (tx) => {
    await orderListsRepository.list(tx, actor(), active, page)
    await orderListsRepository.count(tx, actor(), { ...active, status: 'active' })
    await orderListsRepository.countsByStatus(tx, actor())
  })
  expect(open.match(/Index Only Scan using shop_orders_open/g)).toHaveLength(3)
  const inShops = await plansOf(async (tx) => {
    const filter = { active_order: true }
    const found = await findMatches(tx, actor(), filter)
    await vehiclesRepository.list(tx, actor(), filter, found, { ...page, sort: 'name' })
    await vehiclesRepository.openOrders(tx, actor(), [1, 2])
  })
  expect(inShops.match(/shop_orders_(open|one_open)/g)?.length).toBeGreaterThanOrEqual(4)
  expect(inShops).not.toContain('Seq Scan')
  // With an array of the open orders, each vehicle would be compared with all of them.
  const counts = await plansOf(async (tx) => {
    for (const active_order of [true, false]) await findMatches(tx, actor(), { active_order })
  })
  expect(counts.match(/shop_orders_(open|one_open)/g)).toHaveLength(2)
  expect(counts).not.toMatch(/\bid = ANY \(\(InitPlan/)
  const past = await plansOf(async (tx) => {
    await orderListsRepository.list(tx, actor(), { isActive: false, from: day(-90), to: day(0) }, page)
    await orderListsRepository.count(tx, actor(), { isActive: false, from: day(-90), to: day(0) })
    await orderListsRepository.byMonth(tx, actor(), { from: day(-365), to: day(0) })
  })
  expect(past).toContain('shop_orders_fleet')
  const mixed = await plansOf((tx) =>
    pastServicesRepository.list(tx, actor(), { from: day(-90), to: day(0) }, page),
  )
  expect(mixed).toContain('shop_orders_fleet')
  expect(mixed).toContain('manual_histories_fleet')
  expect(past.match(/order_day_totals_pkey/g)?.length).toBeGreaterThanOrEqual(2)
  const manual = await plansOf((tx) => historyRepository.count(tx, actor(), {}))
  expect(manual).toMatch(/manual_histories_(fleet|cents)/)
  expect(manual).not.toContain('vehicles')
  const entries = await plansOf((tx) =>
    historyRepository.byMonth(tx, actor(), { from: day(-365), to: day(0) }),
  )
  expect(entries).toContain('Index Only Scan using manual_histories_cents')
  const due = await plansOf((tx) =>
    dueRowsRepository.list(tx, actor(), { vehicleIds: null, byVehicle: false }, page),
  )
  expect(due).toContain('maintenance_intervals_pressure')
  expect(due).not.toContain('Sort Key: (array_position(ARRAY')
})

it('the orders at a shop and what they tell are read from their index', async () => {
  const range = { shopId: 1, from: day(-700) }
  const read = await plansOf(async (tx) => {
    await orderListsRepository.list(tx, actor(), { isActive: false, shopId: 1 }, page)
    await orderListsRepository.count(tx, actor(), { isActive: false, shopId: 1 })
    await shopRecordRepository.prices(tx, actor(), range)
    await shopRecordRepository.stay(tx, actor(), range)
  })
  expect(read.match(/using shop_orders_shop/g)).toHaveLength(4)
  expect(read).toContain('order_services_order')
  expect(read).not.toContain('Seq Scan on shop_orders')
})

it('shops near a place are read from the location index', async () => {
  await server.db.query(sql`
    insert into shops (name, address_line1, city, state, zip, country, latitude, longitude, main_phone_number, time_zone)
    select 'Shop ' || n, '1 Road', 'Town', 'OH', '43004', 'US', 25 + n % 230 / 10.0, -120 + n % 410 / 10.0, '5555550100', 'UTC'
    from generate_series(1, 3000) n`)
  await server.db.query(sql`analyze shops`)
  const near = { latitude: 40, longitude: -83 }
  const search = {
    userId,
    country: 'US' as const,
    near,
    words: [],
    isHeavy: false,
    serviceIds: [],
    page: 1,
    per_page: 10,
  }
  const plan = await plansOf(async (tx) => {
    await shopsRepository.search(tx, search)
    await shopsRepository.count(tx, search)
  })
  expect(plan.match(/shops_place/g)).toHaveLength(2)
})
