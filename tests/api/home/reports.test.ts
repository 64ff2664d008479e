import { afterAll, beforeAll, expect, it } from 'vitest'
import { COST_DIMENSIONS } from '#contract/home/reports.ts'
import type { Actor } from '#server/actor.ts'
import { sql } from '#server/db/sql.ts'
import { costsRepository } from '#server/modules/home/reports/costs.repository.ts'
import { reportCostRows, reportCosts } from '#server/modules/home/reports/costs.service.ts'
import { seededRandom } from '#tests/offline/fault-plan.ts'
import { aHistory, once } from '#tests/support/entries.ts'
import { anOpenOrder } from '#tests/support/orders.ts'
import { plansOf } from '#tests/support/plans.ts'
import {
  type Groups,
  generateFleets,
  groupWork,
  REPORT_DAYS,
  readWork,
} from '#tests/support/report-fleets.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const cents = (amount: string) => Math.round(Number(amount) * 100)
const actorOf = (id: number, timeZone: string): Actor => ({
  userId: 1,
  roles: ['Owner'],
  language: 'en',
  fleet: { id, country: 'US', unit: 'mi', timeZone, affiliationId: null },
})
const range = { start_date: REPORT_DAYS.from, end_date: REPORT_DAYS.to }
const query = `start_date=${range.start_date}&end_date=${range.end_date}`

it('every figure of the cost reports of 1,000 generated fleets equals a slow reference', async () => {
  const ids = await generateFleets(server.db, 1000)
  const work = await readWork(server.db, ids)
  const random = seededRandom('reports')
  const fleets = await server.db.query<{ id: number; time_zone: string }>(
    sql`select id, time_zone from fleets where id = any(${ids})`,
  )
  let compared = 0
  for (const { id, time_zone } of fleets)
    await server.db.tenant(id, async (tx) => {
      const reader = { tx, actor: actorOf(id, time_zone) }
      const by = COST_DIMENSIONS
      for (const dimension of by) {
        const found = await reportCosts(reader, {
          ...{ by: dimension, ...range, sort: '-total', page: 1, per_page: 100 },
        })
        const groups: Groups = Object.fromEntries(
          found.groups
            .filter(({ count }) => count !== 0)
            .map(({ key, count, total }) => [key, { count, cents: cents(total) }]),
        )
        expect({ id, dimension, groups }).toEqual({
          id,
          dimension,
          groups: groupWork(work.get(id) ?? [], dimension, REPORT_DAYS),
        })
        expect(found.groups.reduce((sum, { total }) => sum + cents(total), 0)).toBe(cents(found.total))
        compared += found.groups.length
        // The rows of one figure of every tenth report.
        const group = found.groups[Math.floor(random() * found.groups.length)]
        if (!group || random() > 0.1) continue
        const opened = await reportCostRows(reader, {
          ...{ by: dimension, key: group.key, ...range, page: 1, per_page: 100 },
        })
        expect(cents(opened.total)).toBe(cents(group.total))
        expect(opened.rows.reduce((sum, { amount }) => sum + cents(amount), 0)).toBe(cents(group.total))
        expect(opened.rows).toHaveLength(group.count ?? opened.total_count)
      }
    })
  expect(compared).toBeGreaterThan(10_000)
}, 180_000)

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
      ...{ status: 'paid', at: '2026-03-01T12:00:00Z', price, serviceId: service.id },
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
  expect((await owner.delete(`/vehicles/${vehicle.id}`, once(crypto.randomUUID(), rev))).status).toBe(200)
  expect(await totals()).toEqual(new Set([0]))
  expect((await owner.post(`/deleted_vehicles/${vehicle.id}/restore`, undefined, once())).status).toBe(200)
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
      ...{ status: 'complete', at: '2026-03-01T12:00:00Z', price },
    })
  const file = await owner.get(`/reports/costs.csv?by=vehicle&${query}`)
  expect(file.body.replace('\ufeff', '').split('\r\n')).toEqual([
    'Vehicle,Orders and entries,Cost',
    'Bus,1,90.00',
    `"'=Van ""A""",1,10.00`,
    '',
  ])
})

it('reports read their indexes', async () => {
  const fleet = await server.build.fleet()
  const days = REPORT_DAYS
  const actor = actorOf(fleet.id, 'UTC')
  await server.db.query(
    sql`vacuum analyze shop_orders, manual_maintenance_histories, order_services, history_services, vehicles`,
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
    expect(text).toContain('Index Only Scan using shop_orders_cost')
    expect(text).toContain('Index Only Scan using manual_histories_cost')
  }
  const byService = await plan('service')
  expect(byService).toContain('Index Only Scan using order_services_cost')
  expect(byService).toContain('Index Only Scan using history_services_cost')
})
