import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dayIn, latestDay } from '#domain/core/days.ts'
import { SERVICE_ROWS_MAX } from '#domain/core/limits.ts'
import { sql } from '#server/db/sql.ts'
import { refreshNewYearCosts } from '#server/jobs/new-year-costs.ts'
import { vehiclesRepository } from '#server/modules/vehicles/vehicles/vehicles.repository.ts'
import type { Client } from '#tests/support/client.ts'
import { aHistory, day, earlyThisYear, otherRows } from '#tests/support/entries.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

const PATH = '/manual_maintenance_histories'
let server: TestServer
let fleet: { id: number; unit: 'mi' | 'km' }
let service: { id: number }
let owner: Client
let rows: ReturnType<typeof otherRows>

beforeAll(async () => {
  server = await startTestServer()
  fleet = await server.build.fleet()
  service = await server.build.service()
  owner = await server.as(await server.build.user(fleet))
  rows = otherRows(server.db)
})
afterAll(() => server.stop())

const aVehicle = () => server.build.vehicle(fleet)
async function enter(vehicle: { id: number }, odometer: number, daysAgo: number, price = '10.00') {
  const line = { service_definition_id: service.id, price }
  const given = {
    vehicle_id: vehicle.id,
    odometer,
    date_of_completion: day(-daysAgo),
    vehicle_services: [line],
  }
  const body = aHistory(given, service.id)
  expect((await owner.post(PATH, body)).status).toBe(201)
  return body
}
const vehicleNow = async (vehicle: { id: number }) => (await owner.get(`/vehicles/${vehicle.id}`)).body

describe('a vehicle’s maintenance totals', () => {
  it('follow its newest valid reading and its newest work, and revert when an entry is deleted (ruling 20)', async () => {
    const vehicle = await aVehicle()
    await rows.reading(vehicle, { value: 40_000, on: day(-300) })
    const first = await enter(vehicle, 50_000, 30)
    const second = await enter(vehicle, 51_000, 10)
    expect(await vehicleNow(vehicle)).toMatchObject({
      odometer: 51_000,
      miles: 51_000,
      kilometers: 82_077,
      last_maintenance_date: day(-10),
      last_maintenance_miles: 51_000,
    })
    await owner.delete(`${PATH}/${second.id}`)
    expect(await vehicleNow(vehicle)).toMatchObject({ odometer: 50_000, last_maintenance_date: day(-30) })
    await owner.delete(`${PATH}/${first.id}`)
    expect(await vehicleNow(vehicle)).toMatchObject({ odometer: 40_000, last_maintenance_date: null })
  })

  it('ignore a reading that is below an earlier one or far too high, and use it once that one is corrected', async () => {
    const vehicle = await aVehicle()
    const slip = await enter(vehicle, 500_000, 30)
    await enter(vehicle, 50_000, 20)
    expect((await vehicleNow(vehicle)).odometer).toBe(500_000)
    await owner.put(`${PATH}/${slip.id}`, { ...slip, odometer: 49_500 })
    expect((await vehicleNow(vehicle)).odometer).toBe(50_000)
    await enter(vehicle, 505_000, 5)
    expect((await vehicleNow(vehicle)).odometer).toBe(50_000)
    await enter(vehicle, 51_000, 1)
    expect((await vehicleNow(vehicle)).odometer).toBe(51_000)
  })

  it('add up the cost of the year from entries and finished orders', async () => {
    const vehicle = await aVehicle()
    const january = `${earlyThisYear()}T12:00:00Z`
    await rows.order(vehicle, { status: 'paid', at: january, total: '100.00' })
    await rows.order(vehicle, { status: 'cancel', at: january, total: '999.00' })
    await rows.order(vehicle, { status: 'paid', at: '2020-05-05T12:00:00Z', total: '999.00' })
    const before = await enter(vehicle, 1000, 800, '70.00')
    expect((await vehicleNow(vehicle)).ytd_maintenance_cost).toBe('100.00')
    await owner.put(`${PATH}/${before.id}`, { ...before, date_of_completion: january.slice(0, 10) })
    expect((await vehicleNow(vehicle)).ytd_maintenance_cost).toBe('170.00')
  })

  it('calculate the cost per mile: all known work over the distance of the log, once that is long enough (VEH-083)', async () => {
    const vehicle = await aVehicle()
    await enter(vehicle, 10_000, 40, '90.00')
    await enter(vehicle, 10_400, 30, '10.00')
    expect((await vehicleNow(vehicle)).cost_per_mile).toBeNull()
    const third = await enter(vehicle, 11_000, 20, '25.00')
    expect((await vehicleNow(vehicle)).cost_per_mile).toBe('0.1250')
    await owner.put(`${PATH}/${third.id}`, { ...third, odometer: 12_000 })
    expect((await vehicleNow(vehicle)).cost_per_mile).toBe('0.0625')
  })

  it('accept any valid entry: none makes later ones on its vehicle fail', async () => {
    const vehicle = await aVehicle()
    const line = { service_definition_id: service.id, price: '99999999.99' }
    const january = earlyThisYear()
    const vehicle_services = Array.from({ length: SERVICE_ROWS_MAX }, () => line)
    for (let i = 0; i < 3; i++) {
      const body = aHistory(
        { vehicle_id: vehicle.id, vehicle_services, date_of_completion: january, odometer: 1000 + 300 * i },
        service.id,
      )
      const { status, body: entry } = await owner.post(PATH, body)
      expect([status, entry.total]).toEqual([201, '5999999999.40'])
    }
    expect((await vehicleNow(vehicle)).ytd_maintenance_cost).toBe('17999999998.20')
  })

  it('restart the cost at the new year', async () => {
    const [idle, busy] = [await aVehicle(), await aVehicle()]
    await enter(idle, 1000, 800)
    await enter(busy, 1000, day(0).endsWith('-01-01') ? 0 : 1, '20.00')
    await server.db.query(
      sql`update vehicles set ytd_maintenance_cost = 20 where id in (${idle.id}, ${busy.id})`,
    )
    const announced: number[] = []
    const close = () =>
      vehiclesRepository.closeYears({ db: server.db, announce: (id) => void announced.push(id) })
    await close()
    await close()
    expect(announced).toEqual([fleet.id])
    expect((await vehicleNow(idle)).ytd_maintenance_cost).toBe('0.00')
    expect((await vehicleNow(busy)).ytd_maintenance_cost).toBe('20.00')
  })

  it('restart the cost in batches, without waiting for vehicles that are in use', async () => {
    const vehicles = [await aVehicle(), await aVehicle(), await aVehicle(), await aVehicle()]
    const ids = vehicles.map(({ id }) => id)
    for (const vehicle of vehicles) await enter(vehicle, 1000, 800)
    await server.db.query(sql`update vehicles set ytd_maintenance_cost = 20 where id = any(${ids}::bigint[])`)
    const costs = async () => {
      const found = await Promise.all(vehicles.map(vehicleNow))
      return found.map((vehicle) => vehicle.ytd_maintenance_cost)
    }
    await server.db.system(async (tx) => {
      await tx.query(sql`select from vehicles where id = ${ids[1]} for update`)
      await vehiclesRepository.closeYears({ db: server.db, announce: () => {} }, 2)
      expect(await costs()).toEqual(['0.00', '20.00', '0.00', '0.00'])
    })
    await vehiclesRepository.closeYears({ db: server.db, announce: () => {} }, 2)
    expect(await costs()).toEqual(['0.00', '0.00', '0.00', '0.00'])
  })

  it('add an entry whose day is tomorrow in the fleet’s time zone', async () => {
    const timeZone = 'Pacific/Pago_Pago'
    const ahead = await server.build.fleet({ timeZone })
    const client = await server.as(await server.build.user(ahead))
    const vehicle = await server.build.vehicle(ahead)
    const now = new Date()
    const [today, tomorrow] = [dayIn(timeZone, now), latestDay(now)]
    expect(tomorrow > today).toBe(true)
    const line = { service_definition_id: service.id, price: '20.00' }
    const given = { vehicle_id: vehicle.id, date_of_completion: tomorrow, vehicle_services: [line] }
    expect((await client.post(PATH, aHistory(given, service.id))).status).toBe(201)
    const isSameYear = tomorrow.slice(0, 4) === today.slice(0, 4)
    const { ytd_maintenance_cost: cost } = (await client.get(`/vehicles/${vehicle.id}`)).body
    expect(cost).toBe(isSameYear ? '20.00' : '0.00')
  })

  it('get the cost of the new year if its first entry was made before it began', async () => {
    const [last, first] = [await aVehicle(), await aVehicle()]
    for (const vehicle of [last, first]) await enter(vehicle, 1000, 800)
    const line = { service_definition_id: service.id, price: '30.00' }
    const given = { vehicle_id: first.id, odometer: 1500, vehicle_services: [line] }
    const entry = aHistory({ ...given, date_of_completion: `${day().slice(0, 4)}-01-01` }, service.id)
    expect((await owner.post(PATH, entry)).status).toBe(201)
    const at = (monthDay: string) => new Date(`${day().slice(0, 4)}-${monthDay}T18:00:00Z`)
    const announced: number[] = []
    const announce = (fleetId: number) => void announced.push(fleetId)
    // As the old year left them.
    const costs = async () =>
      (await Promise.all([last, first].map(vehicleNow))).map((vehicle) => vehicle.ytd_maintenance_cost)
    for (const stored of ['500.00', '0.00']) {
      await server.db.query(
        sql`update vehicles set ytd_maintenance_cost = ${stored} where id in (${last.id}, ${first.id})`,
      )
      await vehiclesRepository.closeYears({ db: server.db, announce: () => {} })
      announced.length = 0
      await refreshNewYearCosts({ db: server.db, announce }, at('01-08'))
      expect(announced).toEqual([fleet.id])
      expect(await costs()).toEqual(['0.00', '30.00'])
    }
    const { rev } = await vehicleNow(first)
    await refreshNewYearCosts({ db: server.db, announce }, at('01-08'))
    expect(announced).toEqual([fleet.id])
    expect((await vehicleNow(first)).rev).toBe(rev)
    // Later no vehicle is locked and calculated again.
    await server.db.query(sql`update vehicles set ytd_maintenance_cost = 500 where id = ${first.id}`)
    await refreshNewYearCosts({ db: server.db, announce: () => {} }, at('01-09'))
    expect(await costs()).toEqual(['0.00', '500.00'])
  })

  it('miss no entry if many are made at once', async () => {
    const vehicle = await aVehicle()
    const today = day(0).endsWith('-01-01') ? 0 : 1
    await Promise.all(Array.from({ length: 8 }, (_, i) => enter(vehicle, 1000 + i, today, '10.00')))
    expect(await vehicleNow(vehicle)).toMatchObject({ ytd_maintenance_cost: '80.00', odometer: 1007 })
  })

  it('are right on both vehicles when an entry moves from one to the other', async () => {
    const [from, to] = [await aVehicle(), await aVehicle()]
    const body = await enter(from, 30_000, 3)
    await owner.put(`${PATH}/${body.id}`, { ...body, vehicle_id: to.id })
    expect(await vehicleNow(from)).toMatchObject({ odometer: null, last_maintenance_date: null })
    expect(await vehicleNow(to)).toMatchObject({ odometer: 30_000, last_maintenance_date: day(-3) })
  })
})

describe('the history of a vehicle', () => {
  it('pages orders and manual entries separately, ten each (MHX-044, MHX-045, MHX-051)', async () => {
    const vehicle = await aVehicle()
    for (let i = 0; i < 12; i++) await enter(vehicle, 1000 + i, 40 - i)
    for (const status of ['complete', 'paid', 'cancel', 'active'])
      await rows.order(vehicle, { status, odometer: 1000 })
    const page = (mh: number, mmh: number) =>
      owner.get(`/vehicles/vehicle_maintenance_history?vehicleId=${vehicle.id}&pageMH=${mh}&pageMMH=${mmh}`)
    const first = (await page(1, 1)).body
    expect(first.total_pages).toEqual({ maintenance_histories: 1, manual_maintenance_histories: 2 })
    expect(first.manual_maintenance_histories).toHaveLength(10)
    expect(first.manual_maintenance_histories[0].odometer).toBe(1011)
    // MHX-040: an active order is not history.
    expect(first.maintenance_histories.map((o: { status: string }) => o.status).sort()).toEqual([
      'cancel',
      'complete',
      'paid',
    ])
    expect(first.maintenance_histories[0]).toMatchObject({
      maintenance_type: 'FleetAdvise',
      miles: 1000,
      kilometers: 1609,
    })
    const second = (await page(2, 2)).body
    expect(second.maintenance_histories).toEqual([])
    expect(second.manual_maintenance_histories).toHaveLength(2)
  })
})

describe('next maintenance intervals', () => {
  it('are the most urgent one of each vehicle that the user may see', async () => {
    const vehicle = await aVehicle()
    const quiet = await aVehicle()
    const elsewhere = await server.build.fleet()
    const foreign = await server.build.vehicle(elsewhere)
    await rows.interval(foreign, { name: 'Theirs' })
    await rows.interval(vehicle, { name: 'Tires', tag: 'Upcoming', dueDate: day(1) })
    await rows.interval(vehicle, { name: 'Oil', tag: 'Past Due', services: [service.id] })
    const ids = [vehicle, quiet, foreign, { id: 999_999 }].map((v) => v.id).join(',')
    const { body } = await owner.get(`/vehicles/next_maintenance_interval?vehicleIds=${ids}`)
    expect(body.intervals).toHaveLength(1)
    expect(body.intervals[0]).toMatchObject({
      vehicle_id: vehicle.id,
      name: 'Oil',
      services: [{ service_id: service.id }],
    })
  })
})
