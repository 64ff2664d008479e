import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays, addMonths, dayIn } from '#domain/core/days.ts'
import { OPEN_STATUSES, PAST_STATUSES } from '#domain/orders/order-rules.ts'
import { sumOf } from '#domain/orders/prices.ts'
import { vehiclesRepository } from '#server/modules/vehicles/vehicles/vehicles.repository.ts'
import { seededRandom } from '#tests/offline/fault-plan.ts'
import type { Client } from '#tests/support/client.ts'
import { aHistory } from '#tests/support/entries.ts'
import { anOpenOrder } from '#tests/support/orders.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const VEHICLES = 14

/**
 * A fleet from a seed: vehicles, open and past orders of every status, and manual entries, some at the edges of days
 * and months.
 */
async function aFleet(seed: number, timeZone: string) {
  const random = seededRandom(String(seed))
  const upTo = (n: number) => Math.floor(random() * n)
  const oneOf = <T>(all: readonly T[]): T => all[upTo(all.length)]!
  const price = () => (upTo(500_000) / 100).toFixed(2)
  const today = dayIn(timeZone, new Date())
  const fleet = await server.build.fleet({ timeZone })
  const service = await server.build.service()
  const owner = await server.as(await server.build.user(fleet))
  const user = await server.build.user(fleet, { roles: ['Driver'] })
  const vehicles = []
  for (let n = 0; n < VEHICLES; n++) {
    const vehicle = await server.build.vehicle(fleet, { drivers: upTo(3) === 0 ? [user] : [] })
    vehicles.push(vehicle)
    // Instants on both sides of midnight in every time zone.
    const hour = () => `T${String(upTo(24)).padStart(2, '0')}:30:00Z`
    if (upTo(3) > 0) {
      const at = `${addDays(today, oneOf([-40, -1, 0, 0, 1, 120]))}${hour()}`
      await anOpenOrder(server.db, vehicle, { status: oneOf(OPEN_STATUSES), at, price: price() })
    }
    for (let past = upTo(4); past > 0; past--) {
      const at = `${addDays(`${addMonths(today, -upTo(12)).slice(0, 7)}-01`, upTo(3) - 1)}${hour()}`
      if (dayIn(timeZone, new Date(at)) > today) continue
      await anOpenOrder(server.db, vehicle, { status: oneOf(PAST_STATUSES), at, price: price() })
    }
    for (let entries = upTo(4); entries > 0; entries--) {
      const date_of_completion = addDays(today, -upTo(330))
      const rows = Array.from({ length: 1 + upTo(3) }, () => ({
        service_definition_id: service.id,
        price: price(),
      }))
      const body = aHistory(
        { vehicle_id: vehicle.id, date_of_completion, vehicle_services: rows, odometer: 50_000 + upTo(9000) },
        service.id,
      )
      expect((await owner.post('/manual_maintenance_histories', body)).status).toBe(201)
      if (upTo(4) === 0) await owner.delete(`/manual_maintenance_histories/${body.id}`)
      else if (upTo(3) === 0)
        await owner.put(`/manual_maintenance_histories/${body.id}`, {
          ...body,
          vehicle_services: rows.slice(0, 1),
        })
    }
    await server.db.tenant(fleet.id, (tx) => vehiclesRepository.refresh(tx, fleet.id, [vehicle.id], today))
  }
  return { owner, driver: await server.as(user), today }
}

/** All rows of a list of orders, page by page. */
async function rowsOf(client: Client, body: Record<string, unknown>) {
  const rows: { id: number | string; status: string; total: string }[] = []
  for (let page = 1; ; page++) {
    const { body: found } = await client.post('/orders/index', {
      captureActive: false,
      ...body,
      page,
      per_page: 5,
    })
    rows.push(...found.orders, ...found.manual_maintenance_histories)
    if (page >= found.total_pages) return { rows, total: found.total_count as number }
  }
}

const FLEETS = [
  [1, 'America/New_York'],
  [2, 'Pacific/Honolulu'],
  [3, 'America/St_Johns'],
] as const

describe.each(FLEETS)(
  'numbers of a generated fleet (seed %i, %s) equal the rows behind them',
  (seed, zone) => {
    let world: Awaited<ReturnType<typeof aFleet>>
    beforeAll(async () => {
      world = await aFleet(seed, zone)
    })

    it.each(['owner', 'driver'] as const)(
      'open orders by status, in all and today, for the %s (DSH-002, DSH-017, DSH-034)',
      async (who) => {
        const client = world[who]
        const { counts, today, total_count } = (await client.get('/orders/fleet_orders')).body
        expect(await rowsOf(client, { captureActive: true })).toMatchObject({
          total: total_count,
          rows: { length: total_count },
        })
        expect(Object.values<number>(counts).reduce((sum, n) => sum + n, 0)).toBe(total_count)
        for (const status of OPEN_STATUSES) {
          const { rows, total } = await rowsOf(client, { captureActive: true, state_id: status })
          expect([rows.length, total]).toEqual([counts[status] ?? 0, counts[status] ?? 0])
        }
        expect(today.day).toBe(world.today)
        const ofToday = await rowsOf(client, {
          captureActive: true,
          startDate: today.day,
          endDate: today.day,
        })
        expect([ofToday.rows.length, ofToday.total]).toEqual([today.count, today.count])
        const atShops = (await client.get('/vehicles?active_order=true&per_page=100')).body
        expect([atShops.total_count, atShops.vehicles.length]).toEqual([total_count, total_count])
      },
    )

    it.each(['owner', 'driver'] as const)(
      'cost of each month, from finished orders and manual entries, for the %s (DSH-005, DSH-035)',
      async (who) => {
        const client = world[who]
        const first = `${addMonths(world.today, -11).slice(0, 7)}-01`
        const { aggregate } = (
          await client.get(`/orders/aggregate?start_date=${first}&end_date=${world.today}&grouping=month`)
        ).body
        for (const { month, orders, entries, canceled, total } of aggregate) {
          const range = { startDate: `${month}-01`, endDate: addDays(addMonths(`${month}-01`, 1), -1) }
          const { rows } = await rowsOf(client, { ...range, withMaintenanceHistory: true })
          const costed = rows.filter(({ status }) => status !== 'cancel')
          expect({ month, rows: costed.length, total: sumOf(costed.map((row) => row.total)) }).toEqual({
            month,
            rows: orders + entries,
            total,
          })
          // The list of the month includes canceled orders.
          expect(rows).toHaveLength(orders + entries + canceled)
        }
        if (who === 'owner')
          expect(aggregate.some(({ entries }: { entries: number }) => entries > 0)).toBe(true)
      },
    )

    it('cost of the year: of the fleet, of its vehicles and of the chart (VEH-002, BRD-077)', async () => {
      const year = `${world.today.slice(0, 4)}-01-01`
      const { aggregate } = (
        await world.owner.get(`/orders/aggregate?start_date=${year}&end_date=${world.today}`)
      ).body
      const { vehicles } = (await world.owner.get('/vehicles?per_page=100')).body
      const fleet = (await world.owner.get('/fleets/me')).body
      const ofVehicles = sumOf(
        vehicles.map((vehicle: { ytd_maintenance_cost: string }) => vehicle.ytd_maintenance_cost),
      )
      expect(sumOf(aggregate.map(({ total }: { total: string }) => total))).toBe(ofVehicles)
      expect(fleet.ytd_maintenance_cost).toBe(ofVehicles)
    })
  },
)
