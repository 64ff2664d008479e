import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from '#server/db/sql.ts'
import type { Client } from '#tests/support/client.ts'
import { otherRows } from '#tests/support/entries.ts'
import { fastestOf } from '#tests/support/fastest-of.ts'
import { anOpenOrder } from '#tests/support/orders.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let fleet: { id: number; unit: 'mi' | 'km' }
let owner: Client
let driver: Client
let mine: { id: number; fleetId: number }
const names = (body: { vehicles: { name_of_vehicle: string }[] }) =>
  body.vehicles.map((v) => v.name_of_vehicle)

beforeAll(async () => {
  server = await startTestServer()
  const { build } = server
  fleet = await build.fleet()
  const driverUser = await build.user(fleet, { roles: ['Driver'], firstName: 'Rosalind' })
  mine = await build.vehicle(fleet, { name: 'Bravo', odometer: 20_000, drivers: [driverUser] })
  await build.vehicle(fleet, { name: 'Alpha', odometer: 30_000 })
  await build.vehicle(fleet, { name: 'Charlie', isActive: false })
  await build.vehicle(await build.fleet(), { name: 'Foreign' })
  owner = await server.as(await build.user(fleet))
  driver = await server.as(driverUser)
})
afterAll(() => server.stop())

describe('the list of vehicles', () => {
  it.each([
    ['', ['Alpha', 'Bravo', 'Charlie']],
    ['sort=-name', ['Charlie', 'Bravo', 'Alpha']],
    ['sort=odometer', ['Bravo', 'Alpha', 'Charlie']],
    ['sort=-odometer', ['Alpha', 'Bravo', 'Charlie']],
    ['is_active=false', ['Charlie']],
    ['search=rosalind', ['Bravo']],
    // One word of the vehicle, one of its driver.
    ['search=rosalind%20bravo', ['Bravo']],
    ['search=rosalind%20alpha', []],
    ['search=ford%20char', ['Charlie']],
    ['search=100%25', []],
    ['search=%00alpha', ['Alpha']],
    ['per_page=2&page=2', ['Charlie']],
  ])('answers %s (VEH-074, VEH-078)', async (query, expected) => {
    const response = await owner.get(`/vehicles?${query}`)
    expect([response.status, names(response.body)]).toEqual([200, expected])
  })

  it('serves search in the list of all names too (VEH-079)', async () => {
    const { body } = await owner.get('/vehicles/all_vehicles?search=ford%20char')
    expect([body.total_count, body.vehicles]).toMatchObject([1, [{ name_of_vehicle: 'Charlie' }]])
    expect((await owner.get('/vehicles/all_vehicles')).body.total_count).toBe(3)
  })

  it('counts its pages', async () => {
    expect((await owner.get('/vehicles?per_page=2')).body).toMatchObject({
      page: 1,
      total_pages: 2,
      total_count: 3,
    })
  })

  it('shows drivers their own vehicles only, and no other fleet to anyone (VEH-076)', async () => {
    expect(names((await driver.get('/vehicles')).body)).toEqual(['Bravo'])
    expect((await owner.get(`/vehicles?fleet_id=${fleet.id}`)).body.total_count).toBe(3)
    expect((await owner.get(`/vehicles?fleet_id=${fleet.id + 1}`)).status).toBe(404)
  })

  it('can be limited to vehicles with an open order, soonest first, each with its order, shop and services (DSH-033, DSH-034)', async () => {
    const { build, db } = server
    const fleet = await build.fleet()
    const user = await build.user(fleet, { roles: ['Driver'] })
    const [idle, late, soon] = [
      await build.vehicle(fleet, { name: 'Idle' }),
      await build.vehicle(fleet, { name: 'Late', drivers: [user] }),
      await build.vehicle(fleet, { name: 'Soon' }),
    ]
    const [service, shop] = [await build.service({ name: 'Oil change' }), await build.shop()]
    await anOpenOrder(db, idle, { status: 'paid' })
    await anOpenOrder(db, late, { at: '2031-05-02T15:00:00Z', status: 'approved', shopId: shop.id })
    await anOpenOrder(db, soon, { at: '2031-05-01T15:00:00Z', serviceId: service.id })
    const manager = await server.as(await build.user(fleet))
    const { body } = await manager.get('/vehicles?active_order=true')
    expect(names(body)).toEqual(['Soon', 'Late'])
    expect(body).toMatchObject({
      total_count: 2,
      vehicles: [
        { active_order: { status: 'initiated', order_services: [{ name: 'Oil change' }] } },
        { active_order: { status: 'approved', shop: { id: shop.id } } },
      ],
    })
    expect(names((await manager.get('/vehicles?active_order=true&per_page=1&page=2')).body)).toEqual(['Late'])
    expect(names((await (await server.as(user)).get('/vehicles?active_order=true')).body)).toEqual(['Late'])
    const others = (await manager.get('/vehicles?active_order=false')).body
    expect([names(others), others.total_count]).toEqual([['Idle'], 1])
    expect((await manager.get('/vehicles')).body.vehicles[0]).not.toHaveProperty('active_order')
  })

  it('finds one of 2,000 vehicles quickly', async () => {
    const big = await server.build.fleet()
    await server.db.query(sql`
      insert into vehicles (fleet_id, year, make, model, odometer, odometer_units)
      select ${big.id}, 2020, 'Ram', 'ProMaster ' || n, n, 'mi' from generate_series(1, 2000) n`)
    const user = await server.as(await server.build.user(big))
    const tookMs = await fastestOf(1000, async () => {
      expect((await user.get('/vehicles?search=1999')).body.total_count).toBe(1)
    })
    expect(tookMs).toBeLessThan(1000)
  })
})

describe('one vehicle', () => {
  it('shows all details to users who may see it, and does not exist for anyone else (VEH-079)', async () => {
    const response = await driver.get(`/vehicles/${mine.id}?include=all`)
    expect(response.body).toMatchObject({
      id: mine.id,
      driver_names: [expect.stringMatching(/^Rosalind/)],
      miles: 20_000,
    })
    const others = await owner.get('/vehicles?search=alpha')
    expect((await driver.get(`/vehicles/${others.body.vehicles[0].id}`)).status).toBe(404)
  })
})

describe('telematics', () => {
  it('returns the last readings, fault codes newest first, and nothing without a device', async () => {
    await otherRows(server.db).snapshot(mine)
    const at = (what: string, id = mine.id) => driver.get(`/vehicles/${id}/telematics/${what}`)
    expect((await at('battery_life')).body.volts).toBe(12.4)
    expect((await at('engine_oil')).body.percent).toBe(61)
    expect((await at('tire_pressure')).body.tires).toHaveLength(1)
    expect((await at('fault_data')).body.fault_codes.map((f: { id: string }) => f.id)).toEqual([
      'P0300',
      'P0420',
    ])
    const bare = (await owner.get('/vehicles?search=alpha')).body.vehicles[0].id
    expect((await owner.get(`/vehicles/${bare}/telematics/battery_life`)).body).toEqual({
      volts: null,
      last_updated_at: null,
    })
    expect((await at('engine_oil', bare)).status).toBe(404)
  })
})

describe('all details of a vehicle (VEH-074)', () => {
  it('include its recalls and its glovebox on request', async () => {
    const fleet = await server.build.fleet()
    const owner = await server.as(await server.build.user(fleet))
    const vehicle = await server.build.vehicle(fleet)
    const recall = {
      source: 'nhtsa',
      campaign: '24V-1',
      component: 'Brakes',
      component_fr: null,
      summary: 'Hose',
      summary_fr: null,
      consequence: null,
      remedy: null,
      reported_on: null,
      is_urgent: false,
    }
    await server.db.query(sql`
      insert into model_recalls (fleet_id, year, make, model, recalls)
      values (${fleet.id}, 2022, 'ford', 'transit', ${JSON.stringify([recall])}::jsonb)`)
    const whole = (await owner.get(`/vehicles/${vehicle.id}?include=all`)).body
    expect([whole.recalls, whole.glovebox_items]).toEqual([[recall], []])
    const plain = (await owner.get(`/vehicles/${vehicle.id}`)).body
    expect('recalls' in plain || 'glovebox_items' in plain).toBe(false)
  })
})
