import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { FleetOrder } from '#contract/fmc/active-orders.ts'
import { dayIn } from '#domain/core/days.ts'
import { LATE_AFTER_DAYS, stayOf } from '#domain/orders/shop-stay-rules.ts'
import { sql } from '#server/db/sql.ts'
import type { Client } from '#tests/support/client.ts'
import { otherRows } from '#tests/support/entries.ts'
import { anOpenOrder } from '#tests/support/orders.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let client: Client
let east: { id: number }

const at = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()

beforeAll(async () => {
  server = await startTestServer()
  const { build, db } = server
  const { id: affiliationId } = await build.affiliation()
  east = await build.fleet({ affiliationId, name: 'East Freight' })
  const west = await build.fleet({ affiliationId, name: 'West Freight' })
  const foreign = await build.fleet({
    affiliationId: (await build.affiliation()).id,
    name: 'Foreign Freight',
  })
  const deleted = await build.fleet({ affiliationId, name: 'Deleted Freight' })
  const service = await build.service({ name: 'Oil change' })
  const van = await build.vehicle(east, { name: 'Van B', vin: '1FTFW1E59LFA12345' })
  const truck = await build.vehicle(west, { name: 'Truck A' })
  await anOpenOrder(db, van, { at: at(2), poNumber: 'PO-77', serviceId: service.id, price: '20.00' })
  await anOpenOrder(db, truck, { at: at(1), status: 'awaiting_approval', price: '900.00' })
  await otherRows(db).order(await build.vehicle(west, { name: 'Paid' }), { status: 'paid' })
  await anOpenOrder(db, await build.vehicle(foreign, { name: 'Foreign van' }))
  await anOpenOrder(db, await build.vehicle(deleted, { name: 'Deleted van' }))
  await db.query(sql`update fleets set deleted_at = now() where id = ${deleted.id}`)
  const brakes = await otherRows(db).interval(van, { name: 'Brakes' })
  await db.query(sql`update maintenance_intervals set due_status = 'past_due' where id = ${brakes.id}`)
  client = await server.as(await build.user(east, { roles: ['FMC Fleet Manager'], affiliationId }))
})
afterAll(() => server.stop())

const list = async (query = '') => (await client.get(`/fleets/active_orders${query}`)).body
const vehiclesOf = (body: { orders: { vehicle: { name: string } }[] }) =>
  body.orders.map(({ vehicle }) => vehicle.name)

describe('open orders across fleets (FMC-037)', () => {
  it('contain those of every fleet of the company and no other, soonest first, ten a page', async () => {
    const body = await list()
    expect(vehiclesOf(body)).toEqual(['Truck A', 'Van B'])
    expect(body).toMatchObject({
      page: 1,
      per_page: 10,
      total_count: 2,
      counts: { awaiting_approval: 1, initiated: 1 },
      orders: [
        { fleet_name: 'West Freight', due_status: null },
        { fleet_id: east.id, due_status: 'past_due' },
      ],
    })
  })

  it.each([
    ['-date', ['Van B', 'Truck A']],
    ['fleet', ['Van B', 'Truck A']],
    ['-fleet', ['Truck A', 'Van B']],
    ['status', ['Truck A', 'Van B']],
    ['vehicle', ['Truck A', 'Van B']],
    ['-vehicle', ['Van B', 'Truck A']],
    ['vin', ['Van B', 'Truck A']],
    ['po_number', ['Van B', 'Truck A']],
    ['cost', ['Van B', 'Truck A']],
    ['-cost', ['Truck A', 'Van B']],
    ['shop', ['Van B', 'Truck A']],
  ])('are sorted by %s (FMC-038)', async (sort, expected) => {
    expect(vehiclesOf(await list(`?sort=${sort}`))).toEqual(expected)
  })

  it.each([
    ['query=po-77', ['Van B']],
    ['query=lfa123', ['Van B']],
    ['query=west', ['Truck A']],
    ['query=corner', ['Truck A', 'Van B']],
    ['query=%25%25%25', []],
    ['status=awaiting_approval', ['Truck A']],
    ['due_status=past_due', ['Van B']],
    ['due_status=due_soon', []],
    ['query=freight&per_page=1&page=2', ['Van B']],
  ])('can be searched by %s (FMC-044)', async (query, expected) => {
    expect(vehiclesOf(await list(`?${query}`))).toEqual(expected)
  })

  it('can be searched by several words, without accents, and with letters next to digits in any form (VEH-099)', async () => {
    const { id: affiliationId } = await server.build.affiliation()
    const fleet = await server.build.fleet({ affiliationId, name: 'Équipe Nord' })
    const shop = await server.build.shop({ name: 'Garage Hébert' })
    const order = await anOpenOrder(server.db, await server.build.vehicle(fleet, { name: 'Truck F-150' }), {
      poNumber: 'ÉTÉ-9',
    })
    await server.db.query(sql`update shop_orders set shop_id = ${shop.id} where id = ${order.id}`)
    const staff = await server.as(await server.build.user(fleet, { roles: ['FMC'], affiliationId }))
    const count = async (query: string) =>
      (await staff.get(`/fleets/active_orders?query=${encodeURIComponent(query)}`)).body.total_count
    for (const query of ['equipe', 'ÉQUIPE truck', 'hebert', 'ete-9', 'été-9 nord', 'F150', 'hébert f150'])
      expect([query, await count(query)]).toEqual([query, 1])
    for (const query of ['columbus', 'equipe west']) expect([query, await count(query)]).toEqual([query, 0])
  })

  it('need at least three characters for a search', async () => {
    expect((await client.get('/fleets/active_orders?query=va')).status).toBe(422)
  })

  it('can be narrowed to vehicles at the shop and late there, by the days of each fleet (FMC-067, FMC-068)', async () => {
    const { build, db } = server
    const { id: affiliationId } = await build.affiliation()
    const zones = ['America/Halifax', 'Pacific/Honolulu']
    const fleets = []
    for (const timeZone of zones) fleets.push(await build.fleet({ affiliationId, timeZone }))
    // Every three hours around the day after which a vehicle is late.
    for (const fleet of fleets)
      for (let hours = -30; hours <= 30; hours += 3)
        await anOpenOrder(db, await build.vehicle(fleet), {
          status: hours % 2 === 0 ? 'active' : 'initiated',
          at: at((LATE_AFTER_DAYS * 24 + hours) / -24),
        })
    const staff = await server.as(await build.user(fleets[0]!, { roles: ['FMC'], affiliationId }))
    const narrowed = async (query: string): Promise<FleetOrder[]> =>
      (await staff.get(`/fleets/active_orders?per_page=100${query}`)).body.orders
    const all = await narrowed('')
    expect(new Set(all.map((order) => order.fleet_time_zone))).toEqual(new Set(zones))
    const isAtShop = (order: FleetOrder, stay: 'at_shop' | 'late') => {
      const days = (instant: string | number) => dayIn(order.fleet_time_zone, new Date(instant))
      const found = stayOf(order, Date.now(), days)
      return found.kind === 'atShop' && (stay === 'at_shop' || found.isLate)
    }
    const idsOf = (orders: FleetOrder[]) => orders.map(({ id }) => id)
    for (const stay of ['at_shop', 'late'] as const)
      expect(idsOf(await narrowed(`&stay=${stay}`)), stay).toEqual(
        idsOf(all.filter((order) => isAtShop(order, stay))),
      )
    const late = idsOf(await narrowed('&stay=late'))
    expect(late.length).toBeGreaterThan(2)
    expect(late.length).toBeLessThan(idsOf(await narrowed('&stay=at_shop')).length)
    expect(await narrowed('&stay=late&status=initiated')).toEqual([])
  })

  it('of one fleet are counted for that fleet', async () => {
    const body = await list(`?fleet_id=${east.id}`)
    expect([vehiclesOf(body), body.counts, body.total_count]).toEqual([['Van B'], { initiated: 1 }, 1])
  })
})
