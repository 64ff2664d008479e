import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ORDER_STATUSES } from '#contract/orders/order-rules.ts'
import { sql } from '#server/db/sql.ts'
import type { Client } from '#tests/support/client.ts'
import { aHistory, day } from '#tests/support/entries.ts'
import { anOpenOrder } from '#tests/support/orders.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let owner: Client
let driver: Client
let vehicles: { id: number; fleetId: number }[]
let service: { id: number }
const OPEN = ['active', 'approved', 'awaiting_approval', 'initiated', 'initiated_by_user', 'walk_in']
const PAST = ['cancel', 'complete', 'paid', 'paid_deferred', 'paid_in_shop']

beforeAll(async () => {
  server = await startTestServer()
  const fleet = await server.build.fleet({ timeZone: 'America/New_York' })
  owner = await server.as(await server.build.user(fleet))
  const user = await server.build.user(fleet, { roles: ['Driver'] })
  driver = await server.as(user)
  service = await server.build.service({ name: 'Oil change' })
  vehicles = []
  for (const [n, status] of ORDER_STATUSES.entries()) {
    const vehicle = await server.build.vehicle(fleet, {
      name: `Truck ${status}`,
      drivers: n === 0 ? [user] : [],
    })
    vehicles.push(vehicle)
    const at = `${day(OPEN.includes(status) ? n : -n)}T15:00:00Z`
    await anOpenOrder(server.db, vehicle, {
      status,
      at,
      serviceId: service.id,
      price: `${n + 1}0.00`,
      poNumber: n === 0 ? '=1+1' : `PO-${n}`,
    })
  }
})
afterAll(() => server.stop())

const list = async (body: Record<string, unknown>, client = owner) =>
  (await client.post('/orders/index', { captureActive: false, ...body })).body
const statuses = (body: { orders: { status: string }[] }) => body.orders.map((order) => order.status)

describe('orders of the services screen', () => {
  it('are on the active tab soonest first, and on the past tab latest first, as ruled (SVC-030..034)', async () => {
    const active = await list({ captureActive: true })
    expect([...statuses(active)].sort()).toEqual(OPEN)
    const dates = active.orders.map((order: { appointment_datetime: string }) => order.appointment_datetime)
    expect(dates).toEqual([...dates].sort())
    expect([active.total_count, active.total_pages]).toEqual([6, 1])
    const past = await list({ captureActive: false, withMaintenanceHistory: true })
    expect([...statuses(past)].sort()).toEqual(PAST)
    const pastDates = past.orders.map((order: { appointment_datetime: string }) => order.appointment_datetime)
    expect(pastDates).toEqual([...pastDates].sort().reverse())
    expect(past.orders[0]).toMatchObject({ maintenance_type: 'FleetAdvise', fleet_name: expect.any(String) })
  })

  it('keep to a range of days by the calendar of the fleet, to a status, a vehicle and typed words (SVC-004, SVC-007)', async () => {
    const late = await server.build.vehicle({ id: vehicles[0]!.fleetId })
    // 23:30 in New York is already the next day in UTC.
    await anOpenOrder(server.db, late, { at: '2031-03-10T03:30:00Z' })
    const on = (startDate: string, endDate: string) => list({ captureActive: true, startDate, endDate })
    expect((await on('2031-03-09', '2031-03-09')).total_count).toBe(1)
    expect((await on('2031-03-10', '2031-03-10')).total_count).toBe(0)
    expect(statuses(await list({ state_id: 'awaiting_approval' }))).toEqual(['awaiting_approval'])
    expect(statuses(await list({ state_id: 'paid' }))).toEqual(['paid'])
    expect((await list({ state_id: 'paid' })).total_count).toBe(1)
    expect(statuses(await list({ captureActive: true, search: 'truck walk' }))).toEqual(['walk_in'])
    expect((await list({ captureActive: true, search: '100%' })).orders).toEqual([])
    expect(statuses(await list({ captureActive: true, vehicle_id: vehicles[0]!.id }))).toEqual(['initiated'])
    const first = await list({ captureActive: true, page: 1, per_page: 2 })
    const second = await list({ captureActive: true, page: 2, per_page: 2 })
    expect(new Set([...first.orders, ...second.orders].map((order: { id: number }) => order.id)).size).toBe(4)
  })

  it('hold manual entries of the same days beside past orders (SVC-031, SVC-046)', async () => {
    const entry = aHistory({ vehicle_id: vehicles[1]!.id, date_of_completion: day(-40) }, service.id)
    expect((await owner.post('/manual_maintenance_histories', entry)).status).toBe(201)
    const range = { startDate: day(-60), endDate: day(-30) }
    const past = await list({ withMaintenanceHistory: true, ...range })
    expect(past.manual_maintenance_histories).toMatchObject([{ maintenance_type: 'Manually Entered' }])
    expect((await list({ withMaintenanceHistory: false, ...range })).manual_maintenance_histories).toEqual([])
  })

  it('are those of assigned vehicles for a driver, in lists, sums and files alike', async () => {
    expect(statuses(await list({ captureActive: true }, driver))).toEqual(['initiated'])
    expect((await list({}, driver)).total_count).toBe(0)
    expect((await driver.get('/orders/fleet_orders')).body).toMatchObject({
      counts: { initiated: 1 },
      total_count: 1,
    })
    const range = `start_date=${day(-300)}&end_date=${day(0)}`
    const sum = async (client: Client) =>
      (await client.get(`/orders/aggregate?${range}`)).body.aggregate.reduce(
        (total: number, month: { total: string }) => total + Number(month.total),
        0,
      )
    expect(await sum(driver)).toBe(0)
    expect(await sum(owner)).toBe(10 * (7 + 8 + 9 + 10))
    expect(String((await driver.get('/orders.csv?isActivePage=true')).body).split('\r\n')).toHaveLength(3)
  })

  it('are counted by status for the tiles (DSH-017, APR-066)', async () => {
    const { counts } = (await owner.get('/orders/fleet_orders')).body
    expect(counts).toMatchObject({ active: 1, awaiting_approval: 1, approved: 1, walk_in: 1 })
  })
})

describe('cost by month', () => {
  it('has every month of the range once, cancelled orders left out (DSH-035)', async () => {
    const { aggregate } = (await owner.get('/orders/aggregate?start_date=2025-11-15&end_date=2026-02-01'))
      .body
    expect(aggregate.map((row: { month: string }) => row.month)).toEqual([
      '2025-11',
      '2025-12',
      '2026-01',
      '2026-02',
    ])
    expect((await owner.get('/orders/aggregate?start_date=2026-02-01&end_date=2026-01-01')).status).toBe(422)
  })

  it('agrees with the orders themselves after every kind of change', async () => {
    const fleetId = vehicles[0]!.fleetId
    const differences = () =>
      server.db.query(sql`
        select * from (
          select (coalesce(o.completed_at, o.appointment_datetime) at time zone 'America/New_York')::date as day, status, count(*) as orders, sum(total) as total
          from shop_orders o where fleet_id = ${fleetId} and status in ('complete', 'paid', 'paid_in_shop', 'paid_deferred', 'cancel')
          group by 1, 2) o
        full join (select day, status, orders, total from order_day_totals where fleet_id = ${fleetId} and orders <> 0) t
          using (day, status) where (o.orders, o.total) is distinct from (t.orders, t.total)`)
    expect(await differences()).toEqual([])
    await server.db.query(
      sql`update shop_orders set total = total + 5, status = 'paid' where fleet_id = ${fleetId} and status = 'complete'`,
    )
    await server.db.query(
      sql`update shop_orders set appointment_datetime = appointment_datetime - interval '40 days' where fleet_id = ${fleetId}`,
    )
    expect(await differences()).toEqual([])
    await server.db.query(sql`delete from shop_orders where fleet_id = ${fleetId} and status = 'paid'`)
    await server.db.query(sql`delete from vehicles where id = ${vehicles[10]!.id}`)
    expect(await differences()).toEqual([])
  })
})

describe('orders as a file', () => {
  it('are read with a ticket, in the language asked for, and hold no formula (SVC-019, S-17)', async () => {
    const { ticket: token } = (await owner.post('/tickets', { purpose: 'download' })).body
    const path = (language: string, auth: string) =>
      `/orders.csv?isActivePage=true&language=${language}&startDate=${day(-90)}&endDate=${day(90)}&auth_token=${auth}`
    const answer = await server.client().get(path('FR', token))
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-disposition')).toContain('commandes.csv')
    const text = String(answer.body)
    expect(text).toContain('Commande;État;Date')
    expect(text).toContain('Demandée')
    expect(text).toContain("'=1+1")
    expect((await server.client().get(path('EN', token))).status).toBe(401)
    const english = String((await owner.get('/orders.csv?language=EN')).body)
    expect(english).toContain('Order,Status,Date')
    expect(english).not.toContain('Initiated')
  })
})
