import { afterAll, beforeAll, expect, it } from 'vitest'
import { COMPLIANCE_DIMENSIONS } from '#contract/home/compliance.ts'
import type { DistanceCostGroup } from '#contract/home/distance-costs.ts'
import { DOWNTIME_DIMENSIONS, type DowntimeDimension, type DowntimeGroup } from '#contract/home/downtime.ts'
import { COST_DIMENSIONS, type CostDimension, type CostGroup } from '#contract/home/reports.ts'
import { addDays } from '#domain/core/days.ts'
import type { Actor } from '#server/actor.ts'
import type { Transaction } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'
import { complianceRepository } from '#server/modules/home/compliance/compliance.repository.ts'
import { complianceRowsRepository } from '#server/modules/home/compliance/compliance-rows.repository.ts'
import { costRowsRepository } from '#server/modules/home/reports/cost-rows.repository.ts'
import { costRowsFile } from '#server/modules/home/reports/costs.csv.ts'
import { costsRepository } from '#server/modules/home/reports/costs.repository.ts'
import { reportCostRows } from '#server/modules/home/reports/costs.service.ts'
import { distanceCostsRepository } from '#server/modules/home/reports/distance-costs.repository.ts'
import { reportDistanceCosts } from '#server/modules/home/reports/distance-costs.service.ts'
import { downtimeRowsFile } from '#server/modules/home/reports/downtime.csv.ts'
import { downtimeRepository } from '#server/modules/home/reports/downtime.repository.ts'
import { reportDowntimeRows } from '#server/modules/home/reports/downtime.service.ts'
import { seededRandom } from '#tests/offline/fault-plan.ts'
import {
  centsOf,
  compareCompliance,
  compareCosts,
  compareDistances,
  compareDowntime,
} from '#tests/support/compare-reports.ts'
import { aHistory, writeHeaders } from '#tests/support/entries.ts'
import { anOpenOrder } from '#tests/support/orders.ts'
import { plansOf } from '#tests/support/plans.ts'
import type { Fact } from '#tests/support/report-compliance.ts'
import { type DrivenVehicle, generateReadings, readDistances } from '#tests/support/report-distances.ts'
import {
  assignDrivers,
  generateFleets,
  REPORT_DAYS,
  readWork,
  type Work,
} from '#tests/support/report-fleets.ts'
import { generateIntervals, readIntervalFacts } from '#tests/support/report-intervals.ts'
import { readStays, type Stay } from '#tests/support/report-stays.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const actorOf = (id: number, timeZone: string): Actor => ({
  userId: 1,
  roles: ['Owner'],
  language: 'en',
  fleet: { id, country: 'US', unit: 'mi', timeZone, affiliationId: null },
})
/** Sorts as the report does: vehicles without a figure last in every order, and equal ones by key. */
const sortedDistances = (groups: readonly DistanceCostGroup[], sort: string) =>
  groups.toSorted((a, b) => {
    const isByName = sort.endsWith('name')
    const order = isByName
      ? (a.name ?? '').localeCompare(b.name ?? '')
      : Number(a.per_distance) - Number(b.per_distance)
    return (
      Number(a.per_distance === null) - Number(b.per_distance === null) ||
      order * (sort.startsWith('-') ? -1 : 1) ||
      (isByName ? (a.key < b.key ? -1 : 1) : Number(a.key) - Number(b.key))
    )
  })
const linesOf = (file: string) => file.replace('\ufeff', '').split('\r\n')
const range = { start_date: REPORT_DAYS.from, end_date: REPORT_DAYS.to }
const query = `start_date=${range.start_date}&end_date=${range.end_date}`

type Reader = { tx: Transaction; actor: Actor; clock: () => Date }
/** Compares a report, another one for each fleet, with the rows of the driver's vehicle. Returns the number of groups. */
async function compareForDriver(
  { tx, actor, clock }: Reader,
  driver: { user_id: number; vehicle: string },
  rows: { work: Work[]; driven: DrivenVehicle[]; stays: Stay[]; facts: Fact[] },
): Promise<number> {
  const reader = { tx, actor: { ...actor, userId: driver.user_id, roles: ['Driver' as const] }, clock }
  const isTheirs = ({ vehicle }: { vehicle: string }) => vehicle === driver.vehicle
  const work = rows.work.filter(isTheirs)
  const turn = actor.fleet.id % REPORTS_OF_DRIVERS
  const [cost, downtime, compliance] = [
    COST_DIMENSIONS[turn],
    DOWNTIME_DIMENSIONS[turn - COST_DIMENSIONS.length],
    COMPLIANCE_DIMENSIONS[turn - COST_DIMENSIONS.length - DOWNTIME_DIMENSIONS.length],
  ]
  if (cost) return (await compareCosts(reader, cost, REPORT_DAYS, work)).length
  if (downtime)
    return (await compareDowntime(reader, downtime, REPORT_DAYS, rows.stays.filter(isTheirs))).length
  if (compliance) {
    const facts = rows.facts.filter(({ key }) => isTheirs(key))
    return (await compareCompliance(reader, compliance, REPORT_DAYS, facts)).groups.length
  }
  const driven = rows.driven.filter(isTheirs)
  return (await compareDistances(reader, REPORT_DAYS, { work, driven })).groups.length
}
const REPORTS_OF_DRIVERS =
  COST_DIMENSIONS.length + DOWNTIME_DIMENSIONS.length + COMPLIANCE_DIMENSIONS.length + 1

/** Reads the rows of a file. */
async function rowsOf<Row>(batches: readonly string[], load: (keys: string) => Promise<Row[]>) {
  const rows: Row[] = []
  for (const keys of batches) rows.push(...(await load(keys)))
  return rows
}

async function compareCostRows(reader: Reader, by: CostDimension, group: CostGroup): Promise<void> {
  const opened = await reportCostRows(reader, { by, key: group.key, ...range, page: 1, per_page: 100 })
  expect(centsOf(opened.total)).toBe(centsOf(group.total))
  expect(opened.rows.reduce((sum, { amount }) => sum + centsOf(amount), 0)).toBe(centsOf(group.total))
  expect(opened.rows).toHaveLength(group.count ?? opened.total_count)
  const filter = { by, key: group.key, days: REPORT_DAYS }
  const batches = await costRowsRepository.keys(reader.tx, reader.actor, filter)
  expect(await rowsOf(batches, (keys) => costRowsRepository.ofKeys(reader.tx, reader.actor, keys))).toEqual(
    opened.rows,
  )
  if (by !== 'class' && by !== 'department') return
  // Large groups are read by another path.
  const asLarge = { limit: 100, offset: 0, count: 1_000_000 }
  expect(await costRowsRepository.list(reader.tx, reader.actor, filter, asLarge)).toEqual(opened.rows)
}

async function compareRowsSinceArrival(reader: Reader, { key, total }: DistanceCostGroup): Promise<void> {
  const wanted = { by: 'vehicle' as const, key, since_arrival: true, ...range, page: 1, per_page: 100 }
  const opened = await reportCostRows(reader, wanted)
  expect(centsOf(opened.total)).toBe(centsOf(total))
  expect(opened.rows.reduce((sum, { amount }) => sum + centsOf(amount), 0)).toBe(centsOf(total))
}

async function compareDowntimeRows(reader: Reader, by: DowntimeDimension, group: DowntimeGroup) {
  const opened = await reportDowntimeRows(reader, { by, key: group.key, ...range, page: 1, per_page: 100 })
  expect(opened.rows).toHaveLength(group.count)
  expect(opened.rows.reduce((sum, { days }) => sum + days, 0)).toBe(group.days)
  expect(opened.days).toBe(group.days)
  const filter = { by, key: group.key, days: REPORT_DAYS, now: reader.clock() }
  const batches = await downtimeRepository.keys(reader.tx, reader.actor, filter)
  expect(await rowsOf(batches, (keys) => downtimeRepository.ofKeys(reader.tx, reader.actor, keys))).toEqual(
    opened.rows,
  )
}

/** Reads the report of cost per mile in several orders, one vehicle a page. */
async function compareDistanceSorts(reader: Reader, groups: readonly DistanceCostGroup[]): Promise<void> {
  for (const sort of ['per_distance', '-per_distance', 'name', '-name'] as const) {
    const shown: DistanceCostGroup[] = []
    for (const page of groups.keys())
      shown.push(
        ...(await reportDistanceCosts(reader, { ...range, sort, page: page + 1, per_page: 1 })).groups,
      )
    expect({ sort, shown }).toEqual({ sort, shown: sortedDistances(groups, sort) })
  }
}

it('every figure of all reports of 1,000 generated fleets equals a slow reference, for owners and drivers', async () => {
  const ids = await generateFleets(server.db, 1000)
  await generateReadings(server.db, ids)
  await generateIntervals(server.db, ids)
  const drivers = await assignDrivers(server.db, ids)
  await server.db.query(
    sql`analyze vehicles, shop_orders, order_services, manual_maintenance_histories, history_services, odometer_readings,
      interval_completions, maintenance_intervals, vehicle_drivers`,
  )
  const now = new Date('2026-10-20T03:00:00Z')
  const [work, driven, stays, facts] = [
    await readWork(server.db, ids),
    await readDistances(server.db, ids),
    await readStays(server.db, ids, now),
    await readIntervalFacts(server.db, ids, REPORT_DAYS),
  ]
  const random = seededRandom('reports')
  const fleets = await server.db.query<{ id: number; time_zone: string }>(
    sql`select id, time_zone from fleets where id = any(${ids})`,
  )
  const seen = { groups: 0, outliers: 0, ofDrivers: 0 }
  for (const { id, time_zone } of fleets)
    await server.db.tenant(id, async (tx) => {
      const reader = { tx, actor: actorOf(id, time_zone), clock: () => now }
      const rows = {
        work: work.get(id) ?? [],
        driven: driven.get(id) ?? [],
        stays: stays.get(id) ?? [],
        facts: facts.get(id) ?? [],
      }
      for (const by of COST_DIMENSIONS) {
        const groups = await compareCosts(reader, by, REPORT_DAYS, rows.work)
        seen.groups += groups.length
        // The rows of one figure of every tenth report.
        const group = groups[Math.floor(random() * groups.length)]
        if (group && random() <= 0.1) await compareCostRows(reader, by, group)
      }
      const distances = await compareDistances(reader, REPORT_DAYS, rows)
      seen.groups += distances.groups.length
      seen.outliers += distances.outlier_count
      if (id % 100 === 0) await compareDistanceSorts(reader, distances.groups)
      const vehicle = distances.groups[0]
      if (vehicle) await compareRowsSinceArrival(reader, vehicle)
      for (const by of DOWNTIME_DIMENSIONS) {
        const groups = await compareDowntime(reader, by, REPORT_DAYS, rows.stays)
        seen.groups += groups.length
        const group = groups[Math.floor(random() * groups.length)]
        if (group && random() <= 0.2) await compareDowntimeRows(reader, by, group)
      }
      const otherDays = { from: '2026-03-03', to: '2026-03-20' }
      await compareDowntime(reader, DOWNTIME_DIMENSIONS[id % 3] ?? 'shop', otherDays, rows.stays)
      for (const by of COMPLIANCE_DIMENSIONS)
        seen.groups += (await compareCompliance(reader, by, REPORT_DAYS, rows.facts)).groups.length
      const driver = drivers.get(id)
      if (driver) seen.ofDrivers += await compareForDriver(reader, driver, rows)
    })
  expect(seen.groups).toBeGreaterThan(20_000)
  expect(seen.outliers).toBeGreaterThan(10)
  expect(seen.ofDrivers).toBeGreaterThan(1000)
}, 300_000)

it('users see the cost of their vehicles only, and nothing of other fleets', async () => {
  const fleet = await server.build.fleet({ timeZone: 'UTC' })
  const other = await server.build.fleet()
  const driver = await server.build.user(fleet, { roles: ['Driver'] })
  const service = await server.build.service({ name: 'Oil change' })
  const [own, foreign] = [
    await server.build.vehicle(fleet, { drivers: [driver] }),
    await server.build.vehicle(fleet),
  ]
  for (const [vehicle, price] of [
    [own, '10.50'],
    [foreign, '20.00'],
  ] as const)
    await anOpenOrder(server.db, vehicle, {
      status: 'paid',
      at: '2026-03-01T12:00:00Z',
      price,
      serviceId: service.id,
    })
  const asOwner = await server.as(await server.build.user(fleet))
  const asDriver = await server.as(driver)
  const asOther = await server.as(await server.build.user(other))
  for (const by of COST_DIMENSIONS) {
    const totalOf = async (client: typeof asOwner) =>
      (await client.get(`/reports/costs?by=${by}&${query}`)).body.total
    expect([by, await totalOf(asOwner), await totalOf(asDriver), await totalOf(asOther)]).toEqual([
      by,
      '30.50',
      '10.50',
      expect.stringMatching(/^0/),
    ])
    const rows = (await asDriver.get(`/reports/costs/rows?by=${by}&${query}`)).body
    expect(rows.rows).toMatchObject([{ vehicle_id: own.id, services: 'Oil change', amount: '10.50' }])
  }
})

it('the rows of a vehicle name it only to users who may see it', async () => {
  const fleet = await server.build.fleet()
  const driver = await server.build.user(fleet, { roles: ['Driver'] })
  const own = await server.build.vehicle(fleet, { name: 'Own', drivers: [driver] })
  const foreign = await server.build.vehicle(fleet, { name: 'Foreign' })
  const [asOwner, asDriver] = [await server.as(await server.build.user(fleet)), await server.as(driver)]
  for (const report of ['costs', 'downtime', 'compliance']) {
    const nameOf = async (client: typeof asOwner, { id }: { id: number }) => {
      const { status, body } = await client.get(`/reports/${report}/rows?by=vehicle&key=${id}&${query}`)
      return [report, status, body.name]
    }
    expect(await nameOf(asDriver, own)).toEqual([report, 200, 'Own'])
    expect(await nameOf(asDriver, foreign)).toEqual([report, 200, null])
    expect(await nameOf(asOwner, foreign)).toEqual([report, 200, 'Foreign'])
  }
})

it('a vehicle at a shop is down until now, and users see the stays of their vehicles only', async () => {
  const fleet = await server.build.fleet({ timeZone: 'UTC' })
  const driver = await server.build.user(fleet, { roles: ['Driver'] })
  const service = await server.build.service({ name: 'Brakes' })
  const at = new Date(Date.now() - 5 * 86_400_000).toISOString()
  const [own, foreign] = [
    await server.build.vehicle(fleet, { name: 'Own', drivers: [driver] }),
    await server.build.vehicle(fleet, { name: 'Foreign' }),
  ]
  await anOpenOrder(server.db, own, { status: 'approved', at, serviceId: service.id })
  await anOpenOrder(server.db, await server.build.vehicle(fleet), { status: 'initiated', at })
  await anOpenOrder(server.db, foreign, { status: 'walk_in', at })
  const [asOwner, asDriver] = [await server.as(await server.build.user(fleet)), await server.as(driver)]
  const days = `start_date=${addDays(at.slice(0, 10), -3)}&end_date=${addDays(at.slice(0, 10), 9)}`
  for (const by of DOWNTIME_DIMENSIONS) {
    const all = (await asOwner.get(`/reports/downtime?by=${by}&${days}`)).body
    expect(all).toMatchObject({ count: 2, days: 10, average: 5 })
    const mine = (await asDriver.get(`/reports/downtime?by=${by}&${days}`)).body
    expect(mine).toMatchObject({ count: 1, days: 5, average: 5 })
    const rows = (await asDriver.get(`/reports/downtime/rows?by=${by}&${days}`)).body
    expect(rows.rows).toMatchObject([{ vehicle_id: own.id, left: null, days: 5, services: 'Brakes' }])
  }
  expect(
    (await asOwner.get('/reports/downtime?by=shop&start_date=2026-02-02&end_date=2026-02-01')).status,
  ).toBe(422)
  const { body: file, headers } = await asOwner.get(
    `/reports/downtime.csv?by=vehicle&sort=name&${days}&language=fr`,
  )
  expect(headers.get('content-disposition')).toContain('"immobilisation par vehicule 20')
  expect(file.replace('\ufeff', '').split('\r\n')).toEqual([
    expect.stringMatching(/^Véhicule;Plaque;NIV;[^;]+;[^;]+;Séjours;Jours à l’atelier;Jours en moyenne$/),
    'Foreign;;;;;1;5;5,0',
    'Own;;;;;1;5;5,0',
    '',
  ])
  // DSH-046: only the rows that the user may see.
  const ownRows = await asDriver.get(`/reports/downtime/rows.csv?by=vehicle&${days}`)
  expect(ownRows.headers.get('content-disposition')).toContain('"downtime by vehicle rows 20')
  expect(linesOf(ownRows.body)).toEqual([
    'Arrived,Left,Order,Services,Vehicle,"Plate, VIN or other ID",Shop,Days at the shop',
    expect.stringMatching(/^20\d\d-\d\d-\d\d,Still there,\d+,Brakes,Own,,[^,]*,5$/),
    '',
  ])
})

it('the cost of a mile marks vehicles far above their class, and lists those without a figure last', async () => {
  const fleet = await server.build.fleet({ timeZone: 'UTC' })
  const driver = await server.build.user(fleet, { roles: ['Driver'] })
  const costs = [10, 11, 12, 13, 90, 50]
  for (const [index, cost] of costs.entries()) {
    const vehicle = await server.build.vehicle(fleet, {
      name: `Van ${index}`,
      ...(index === 4 && { drivers: [driver] }),
    })
    await anOpenOrder(server.db, vehicle, {
      status: 'paid',
      at: '2026-03-01T12:00:00Z',
      price: `${cost}.00`,
    })
    // The last van was driven 99 miles: too few for a figure.
    for (const [day, value] of [
      ['2026-01-05', 1000],
      ['2026-09-05', index === 5 ? 1099 : 1100],
      ['2024-01-05', 10],
    ] as const)
      await server.db.query(sql`
        insert into odometer_readings (fleet_id, vehicle_id, value, unit, read_on, source)
        values (${fleet.id}, ${vehicle.id}, ${value}, 'mi', ${day}, 'driver')`)
  }
  const owner = await server.as(await server.build.user(fleet))
  const { body } = await owner.get(`/reports/distance_costs?${query}&sort=-total`)
  expect(body).toMatchObject({
    unit: 'mi',
    total_count: 6,
    unknown_count: 1,
    outlier_count: 1,
    // Median 0.12 and deviations 0.02, 0.01, 0, 0.01 and 0.78, whose median is 0.01.
    classes: [{ class: 'light', count: 5, median: '0.1200', limit: '0.1500' }],
  })
  expect(body.groups.map(({ name }: { name: string }) => name)).toEqual([
    'Van 4',
    'Van 3',
    'Van 2',
    'Van 1',
    'Van 0',
    'Van 5',
  ])
  expect(body.groups[0]).toMatchObject({ distance: 100, per_distance: '0.9000', is_outlier: true })
  expect(body.groups[5]).toMatchObject({ distance: null, per_distance: null, is_outlier: false })
  const mine = (await (await server.as(driver)).get(`/reports/distance_costs?${query}`)).body
  expect(mine).toMatchObject({ total_count: 1, outlier_count: 0, classes: [{ count: 1, limit: null }] })
  const file = (await owner.get(`/reports/distance_costs.csv?${query}`)).body.split('\r\n')
  expect([file[0].replace('\ufeff', ''), file[1], file[6]]).toEqual([
    'Vehicle,Plate,VIN,Other ID,Department number,Class,Cost,Distance (mi),Cost per mile,Unusually high',
    'Van 4,,,,,Light duty,90.00,100,0.9000,Yes',
    'Van 5,,,,,Light duty,50.00,,,',
  ])
})

it('the cost of a mile counts a transferred vehicle from its arrival, and opens what it counts', async () => {
  const fleet = await server.build.fleet({ timeZone: 'UTC' })
  const owner = await server.as(await server.build.user(fleet))
  const service = await server.build.service()
  const vehicle = await server.build.vehicle(fleet, { name: 'Arrived' })
  for (const [day, value] of [
    ['2026-01-05', 1000],
    ['2026-05-20', 40_000],
    ['2026-06-01', 40_010],
    ['2026-09-05', 40_200],
  ] as const)
    await server.db.query(sql`
      insert into odometer_readings (fleet_id, vehicle_id, value, unit, read_on, source)
      values (${fleet.id}, ${vehicle.id}, ${value}, 'mi', ${day}, 'driver')`)
  for (const [date_of_completion, price] of [
    ['2026-05-30', '900.00'],
    ['2026-06-01', '50.00'],
  ] as const) {
    const vehicle_services = [{ service_definition_id: service.id, price }]
    const entry = aHistory({ vehicle_id: vehicle.id, date_of_completion, vehicle_services }, service.id)
    expect((await owner.post('/manual_maintenance_histories', entry)).status).toBe(201)
  }
  await server.db.query(
    sql`delete from odometer_readings where vehicle_id = ${vehicle.id} and source = 'history'`,
  )
  await server.db.query(sql`update vehicles set arrived_on = '2026-06-01' where id = ${vehicle.id}`)
  const { body } = await owner.get(`/reports/distance_costs?${query}`)
  expect(body.groups).toMatchObject([{ total: '50.00', distance: 200, per_distance: '0.2500' }])
  const rows = `/reports/costs/rows?by=vehicle&key=${vehicle.id}&${query}`
  expect((await owner.get(`${rows}&since_arrival=true`)).body).toMatchObject({
    total: '50.00',
    total_count: 1,
    rows: [{ day: '2026-06-01' }],
  })
  expect((await owner.get(rows)).body).toMatchObject({ total: '950.00', total_count: 2 })
})

it('a deleted vehicle takes its entries out of the report, and a restored one brings them back', async () => {
  const fleet = await server.build.fleet()
  const owner = await server.as(await server.build.user(fleet))
  const service = await server.build.service()
  const vehicle = await server.build.vehicle(fleet)
  const entry = aHistory(
    {
      vehicle_id: vehicle.id,
      date_of_completion: '2026-02-03',
      vehicle_services: [{ service_definition_id: service.id, price: '44.00' }],
    },
    service.id,
  )
  expect((await owner.post('/manual_maintenance_histories', entry)).status).toBe(201)
  const totals = async () => {
    const found = COST_DIMENSIONS.map(async (by) =>
      Number((await owner.get(`/reports/costs?by=${by}&${query}`)).body.total),
    )
    return new Set(await Promise.all(found))
  }
  expect(await totals()).toEqual(new Set([44]))
  const { rev } = (await owner.get(`/vehicles/${vehicle.id}`)).body
  expect((await owner.delete(`/vehicles/${vehicle.id}`, writeHeaders(crypto.randomUUID(), rev))).status).toBe(
    200,
  )
  expect(await totals()).toEqual(new Set([0]))
  expect(
    (await owner.post(`/deleted_vehicles/${vehicle.id}/restore`, undefined, writeHeaders())).status,
  ).toBe(200)
  expect(await totals()).toEqual(new Set([44]))
})

it('a wrong range is rejected, and the file has the groups in the order of the screen', async () => {
  const fleet = await server.build.fleet({ timeZone: 'UTC' })
  const owner = await server.as(await server.build.user(fleet))
  for (const days of [
    'start_date=2026-02-02&end_date=2026-02-01',
    'start_date=2016-01-01&end_date=2026-02-01',
  ])
    expect((await owner.get(`/reports/costs?by=shop&${days}`)).status).toBe(422)
  for (const [name, price] of [
    ['=Van "A"', '10.00'],
    ['Bus', '90.00'],
  ] as const)
    await anOpenOrder(server.db, await server.build.vehicle(fleet, { name }), {
      status: 'complete',
      at: '2026-03-01T12:00:00Z',
      price,
    })
  // DSH-050: names are not unique.
  await server.db.query(sql`update vehicles set license_plate_number = 'BUS 7', department_number = 'West'
    where fleet_id = ${fleet.id} and name_of_vehicle = 'Bus'`)
  const { groups } = (await owner.get(`/reports/costs?by=vehicle&${query}`)).body
  expect(groups).toMatchObject([{ name: 'Bus', identifier: 'BUS 7' }, { identifier: null }])
  const file = await owner.get(`/reports/costs.csv?by=vehicle&${query}`)
  expect(file.body.replace('\ufeff', '').split('\r\n')).toEqual([
    'Vehicle,Plate,VIN,Other ID,Department number,Orders and entries,Cost',
    'Bus,BUS 7,,,West,1,90.00',
    `"'=Van ""A""",,,,,1,10.00`,
    '',
  ])
})

it.each(['0000-01', '2019-01', '9999-12'])(
  'a month without days of the range has no rows: %s',
  async (key) => {
    const owner = await server.as(await server.build.user(await server.build.fleet()))
    for (const report of ['costs', 'compliance']) {
      const asked = `by=month&key=${key}&${query}${report === 'compliance' ? '&figure=late' : ''}`
      const { status, body } = await owner.get(`/reports/${report}/rows?${asked}`)
      expect([status, body.rows]).toEqual([200, []])
      const file = await owner.get(`/reports/${report}/rows.csv?${asked}&language=en`)
      expect([file.status, linesOf(String(file.body)).filter(Boolean)]).toEqual([200, [expect.any(String)]])
    }
  },
)

it('the rows of a figure are a file, in the order of the screen (DSH-046)', async () => {
  const fleet = await server.build.fleet({ timeZone: 'UTC' })
  const owner = await server.as(await server.build.user(fleet))
  const vehicle = await server.build.vehicle(fleet, { name: '=Van' })
  const other = await server.build.vehicle(fleet, { name: 'Bus' })
  for (const [van, at, price] of [
    [vehicle, '2026-03-01', '10.00'],
    [vehicle, '2026-03-05', '1200.50'],
    [other, '2026-03-02', '90.00'],
  ] as const)
    await anOpenOrder(server.db, van, { status: 'complete', at: `${at}T12:00:00Z`, price })
  const file = await owner.get(`/reports/costs/rows.csv?by=vehicle&key=${vehicle.id}&${query}&language=fr`)
  expect(file.headers.get('content-disposition')).toContain('"couts par vehicule lignes 20')
  expect(linesOf(file.body)).toEqual([
    'Date;Travail;Services;Véhicule;"Plaque, NIV ou autre identifiant";Atelier;Coût',
    expect.stringMatching(/^2026-03-05;Commande \d+;[^;]*;'=Van;;[^;]*;1200,50$/),
    expect.stringMatching(/^2026-03-01;Commande \d+;[^;]*;'=Van;;[^;]*;10,00$/),
    '',
  ])
  const reversed = 'start_date=2026-02-02&end_date=2026-02-01'
  expect((await owner.get(`/reports/costs/rows.csv?by=shop&${reversed}`)).status).toBe(422)
})

it('files of rows have each row of their start once, and hold a short text for it (DSH-046)', async () => {
  const fleet = await server.build.fleet({ timeZone: 'UTC' })
  const [van, late] = [await server.build.vehicle(fleet), await server.build.vehicle(fleet, { name: 'Late' })]
  const complete = (vehicle: { id: number }, count: number) =>
    server.db.query<{ id: number }>(sql`
      insert into shop_orders (fleet_id, vehicle_id, custom_shop_name, status, appointment_datetime, completed_at, odometer,
        odometer_units, pre_tax_sub_total, total)
      select ${fleet.id}, ${vehicle.id}, 'Corner Garage', 'complete', d.at, d.at + interval '12 hours', 1000, 'mi', n, n
      from generate_series(1, ${count}::int) n,
        lateral (select '2026-03-01T12:00:00Z'::timestamptz + n * interval '1 minute' as at) d
      returning id`)
  const orders = (await complete(van, 1500)).map(({ id }) => id)
  const actor = actorOf(fleet.id, 'UTC')
  const filter = { by: 'shop' as const, days: REPORT_DAYS }
  const held = await server.db.tenant(fleet.id, async (tx) => ({
    costs: await costRowsRepository.keys(tx, actor, filter),
    stays: await downtimeRepository.keys(tx, actor, { ...filter, now: new Date() }),
  }))
  for (const batches of Object.values(held)) {
    expect(batches).toHaveLength(8)
    expect(batches.join('\n').length / orders.length).toBeLessThan(50)
  }

  const reader = { db: server.db, actor, clock: () => new Date() }
  const wanted = { by: 'shop' as const, ...range, language: 'en' as const }
  const files = [
    { file: costRowsFile(reader, wanted).getReader(), order: /,Order (\d+),/ },
    { file: downtimeRowsFile(reader, wanted).getReader(), order: /^[^,]*,[^,]*,(\d+),/ },
  ]
  const decode = (part: Uint8Array | undefined) => new TextDecoder().decode(part)
  const firsts: string[] = []
  for (const { file } of files) firsts.push(decode((await file.read()).value))
  // The last rows of the files become their first ones, with another amount, and another order is completed.
  await server.db.query(sql`update shop_orders set completed_at = '2026-03-20T12:00:00Z', total = 9999
    where id = any(${orders.slice(0, 50)}::bigint[])`)
  await complete(late, 1)
  for (const [nth, { file, order }] of files.entries()) {
    let text = firsts[nth] ?? ''
    for (let part = await file.read(); !part.done; part = await file.read()) text += decode(part.value)
    const lines = linesOf(text).slice(1, -1)
    expect(lines.map((line) => Number(order.exec(line)?.[1]))).toEqual(orders.toReversed())
    expect(text).not.toMatch(/,9999\.00\r|2026-03-20|Late/)
  }
})

it('the report by month takes every range that the others take: up to 62 calendar months', async () => {
  const owner = await server.as(await server.build.user(await server.build.fleet({ timeZone: 'UTC' })))
  const days = (to: string) => `start_date=2021-01-31&end_date=${to}&per_page=100`
  for (const [to, months] of [
    ['2026-01-15', 61],
    ['2026-02-03', 62],
  ] as const) {
    const { status, body } = await owner.get(`/reports/costs?by=month&${days(to)}`)
    expect([status, body.groups?.length]).toEqual([200, months])
  }
  for (const by of ['month', 'shop'])
    expect((await owner.get(`/reports/costs?by=${by}&${days('2026-02-04')}`)).status).toBe(422)
})

it('reports read their indexes', async () => {
  const fleet = await server.build.fleet()
  const days = REPORT_DAYS
  const actor = actorOf(fleet.id, 'UTC')
  await server.db.query(
    sql`vacuum analyze shop_orders, manual_maintenance_histories, order_services, history_services, vehicles,
      odometer_readings, maintenance_intervals, interval_completions`,
  )
  const plan = async (by: 'vehicle' | 'department' | 'class' | 'shop' | 'service') =>
    (
      await plansOf(
        server,
        fleet.id,
        async (tx) => {
          await costsRepository.list(tx, actor, { by, days, sort: '-total' }, { limit: 25, offset: 0 })
        },
        { isForced: true },
      )
    ).join('\n')
  for (const by of ['vehicle', 'department', 'class', 'shop'] as const) {
    const text = await plan(by)
    expect(text).toContain('Index Only Scan using shop_orders_cents')
    expect(text).toContain('Index Only Scan using manual_histories_cents')
  }
  const distances = await plansOf(
    server,
    fleet.id,
    async (tx) => {
      await distanceCostsRepository.list(tx, actor, { days, sort: 'total' }, { limit: 25, offset: 0 })
    },
    { isForced: true },
  )
  expect(distances.join('\n')).toContain('Index Only Scan using odometer_readings_days')
  expect(distances.join('\n')).toMatch(/Index (Only )?Scan using vehicles_arrived/)
  expect(distances.join('\n')).toContain('Index Only Scan using shop_orders_cents')
  const planOf = async (work: Parameters<typeof plansOf>[2]) =>
    (await plansOf(server, fleet.id, work, { isForced: true })).join('\n')
  const page = { limit: 25, offset: 0 }
  const now = new Date()
  for (const by of DOWNTIME_DIMENSIONS) {
    const stays = { by, days, now }
    for (const text of [
      await planOf((tx) => downtimeRepository.list(tx, actor, { ...stays, sort: '-days' }, page)),
      await planOf((tx) => downtimeRepository.rows(tx, actor, stays, page)),
    ]) {
      expect(text).toMatch(/Index (Only )?Scan using shop_orders_stays/)
      expect(text).toContain('using shop_orders_long_stays')
      expect(text).toContain('using shop_orders_open')
      expect(text).not.toContain('Seq Scan on shop_orders')
    }
  }
  for (const by of COMPLIANCE_DIMENSIONS)
    for (const figure of ['late', 'past_due'] as const) {
      const wanted = { by, days, figure }
      for (const text of [
        await planOf((tx) => complianceRowsRepository.list(tx, actor, wanted, page)),
        await planOf((tx) => complianceRowsRepository.count(tx, actor, wanted)),
      ])
        expect(text).toMatch(
          figure === 'late'
            ? /Index (Only )?Scan (Backward )?using interval_completions_days/
            : /Index (Only )?Scan using maintenance_intervals_due/,
        )
    }
  for (const by of ['vehicle', 'department', 'class'] as const) {
    const text = await planOf((tx) => complianceRepository.list(tx, actor, { by, days, sort: 'share' }, page))
    expect(text).toMatch(/Index (Only )?Scan using maintenance_intervals_due_by_vehicle/)
    expect(text).toMatch(/Index (Only )?Scan using vehicles_(properties|inactive)/)
    // By vehicle, what is due is added up in the order of the index.
    if (by === 'vehicle')
      expect(text).toMatch(/GroupAggregate.*\n *Group Key: i\.vehicle_id\n *-> *(Result|Index)/)
  }
  // The page's rows are read from the end of the index, and no others.
  const rows = await planOf((tx) =>
    costRowsRepository.list(tx, actor, { by: 'class', key: 'light', days }, { ...page, count: 100_000 }),
  )
  expect(rows).toMatch(/Index (Only )?Scan Backward using shop_orders_(cents|fleet)/)
  const byService = await plan('service')
  expect(byService).toContain('Index Only Scan using order_services_cents')
  expect(byService).toContain('Index Only Scan using history_services_cents')
})
