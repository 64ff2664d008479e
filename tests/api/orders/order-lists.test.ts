import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ORDER_SORTS } from '#contract/orders/orders.ts'
import { dayIn } from '#domain/core/days.ts'
import { ORDER_STATUSES } from '#domain/orders/order-rules.ts'
import { type ShopStay, stayOf } from '#domain/orders/shop-stay-rules.ts'
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
  it.each(['at_shop', 'late'])(
    'list only open orders with the stay %s, and count the same (SVC-120)',
    async (stay) => {
      for (const withMaintenanceHistory of [false, true])
        for (const given of [{}, { state_id: 'paid' }, { search: 'Truck' }]) {
          const { rows, total_count } = await list({ stay, withMaintenanceHistory, ...given })
          expect([rows, total_count], JSON.stringify(given)).toEqual([[], 0])
        }
    },
  )

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

  it('can be limited to a range of days in the fleet’s time zone, a status, a vehicle and a search (SVC-004, SVC-007)', async () => {
    const late = await server.build.vehicle({ id: vehicles[0]!.fleetId })
    // 23:30 in New York is already the next day in UTC.
    await anOpenOrder(server.db, late, { at: '2031-03-10T03:30:00Z' })
    const on = (startDate: string, endDate: string) => list({ captureActive: true, startDate, endDate })
    expect((await on('2031-03-09', '2031-03-09')).total_count).toBe(1)
    expect((await on('2031-03-10', '2031-03-10')).total_count).toBe(0)
    expect(statuses(await list({ state_id: 'awaiting_approval' }))).toEqual(['awaiting_approval'])
    expect(statuses(await list({ state_id: 'paid' }))).toEqual(['paid'])
    expect((await list({ state_id: 'paid' })).total_count).toBe(1)
    // A status decides the tab, in the file too (SVC-019).
    for (const query of ['isActivePage=true&state_id=paid', 'isActivePage=false&state_id=awaiting_approval'])
      expect(
        String((await owner.get(`/orders.csv?${query}`)).body)
          .trim()
          .split('\r\n'),
        query,
      ).toHaveLength(2)
    expect(statuses(await list({ captureActive: true, search: 'truck walk' }))).toEqual(['walk_in'])
    expect((await list({ captureActive: true, search: '100%' })).orders).toEqual([])
    expect(statuses(await list({ captureActive: true, vehicle_id: vehicles[0]!.id }))).toEqual(['initiated'])
    const first = await list({ captureActive: true, page: 1, per_page: 2 })
    const second = await list({ captureActive: true, page: 2, per_page: 2 })
    expect(new Set([...first.orders, ...second.orders].map((order: { id: number }) => order.id)).size).toBe(4)
  })

  it('count the open orders outside the range of days (SVC-011)', async () => {
    const fleet = await server.build.fleet()
    const client = await server.as(await server.build.user(fleet))
    for (const days of [-40, -20, 2, 200])
      await anOpenOrder(server.db, await server.build.vehicle(fleet), { at: `${day(days)}T15:00:00Z` })
    const range = { captureActive: true, startDate: day(-1), endDate: day(90) }
    expect(await list(range, client)).toMatchObject({ total_count: 1, outside_count: 3 })
    expect(await list({ ...range, state_id: 'approved' }, client)).toMatchObject({ outside_count: 0 })
    expect(await list({ captureActive: true }, client)).toMatchObject({ total_count: 4, outside_count: 0 })
  })

  it('reject days in the wrong order, in the list and in the file', async () => {
    const days = { startDate: '2031-03-10', endDate: '2031-03-09' }
    for (const { status, body } of [
      await owner.post('/orders/index', { captureActive: true, ...days }),
      await owner.get(`/orders.csv?${new URLSearchParams(days)}`),
    ])
      expect([status, body.fields]).toEqual([422, { endDate: ['date'] }])
  })

  it('sort all matches, page by page, by every column (SVC-030)', async () => {
    const fleet = await server.build.fleet()
    const client = await server.as(await server.build.user(fleet))
    for (const [n, price] of ['30.00', '10.00', '50.00', '20.00', '40.00'].entries())
      await anOpenOrder(server.db, await server.build.vehicle(fleet, { name: `Van ${(n * 3) % 5}` }), {
        at: `${day(n + 1)}T15:00:00Z`,
        serviceId: service.id,
        price,
        ...(n !== 2 && { poNumber: `P${9 - n}` }),
      })
    const all = async (sort: string) => {
      const pages = [1, 2, 3].map((page) => list({ captureActive: true, sort, page, per_page: 2 }, client))
      return (await Promise.all(pages)).flatMap(({ orders }) => orders)
    }
    expect((await all('-cost')).map(({ total }) => Number(total))).toEqual([50, 40, 30, 20, 10])
    expect((await all('vehicle')).map(({ vehicle }) => vehicle.name)).toEqual(
      [0, 1, 2, 3, 4].map((n) => expect.stringContaining(`Van ${n}`)),
    )
    // Empty values are last either way.
    expect((await all('po_number')).map((order) => order.po_number)).toEqual(['P5', 'P6', 'P8', 'P9', null])
    expect((await all('-po_number')).map((order) => order.po_number)).toEqual(['P9', 'P8', 'P6', 'P5', null])
    for (const sort of ORDER_SORTS) expect(new Set((await all(sort)).map(({ id }) => id)).size).toBe(5)
    expect((await client.post('/orders/index', { captureActive: true, sort: 'total; drop' })).status).toBe(
      422,
    )
  })

  it('put manual entries among past orders: one list, one order, one count (SVC-031, MHX-036)', async () => {
    const fleet = await server.build.fleet({ timeZone: 'America/New_York' })
    const client = await server.as(await server.build.user(fleet))
    const brakes = await server.build.service({ name: 'Brake pads' })
    const vehicle = await server.build.vehicle(fleet, { name: 'Mixed' })
    for (const [n, price] of ['10.00', '30.00', '50.00'].entries())
      await anOpenOrder(server.db, await server.build.vehicle(fleet, { name: `Bought ${n}` }), {
        status: 'paid',
        at: `${day(-2 * n - 1)}T15:00:00Z`,
        serviceId: service.id,
        price,
      })
    for (const [n, price] of ['20.00', '40.00'].entries()) {
      const entry = aHistory({ vehicle_id: vehicle.id, date_of_completion: day(-2 * n - 1) }, brakes.id)
      entry.vehicle_services[0] = { service_definition_id: brakes.id, price }
      expect((await client.post('/manual_maintenance_histories', entry)).status).toBe(201)
    }
    const past = (body: object) => list({ withMaintenanceHistory: true, ...body }, client)
    const kinds = (body: { rows: { kind: string }[] }) => body.rows.map(({ kind }) => kind)
    const whole = await past({})
    // On the same day, the entry precedes the order.
    expect(kinds(whole)).toEqual(['manual', 'order', 'manual', 'order', 'order'])
    expect(whole).toMatchObject({ total_count: 5, total_pages: 1 })
    expect(kinds(await past({ sort: 'date' }))).toEqual(['order', 'order', 'manual', 'order', 'manual'])
    const pages = await Promise.all([1, 2, 3].map((page) => past({ page, per_page: 2 })))
    expect(pages.flatMap(({ rows }) => rows)).toEqual(whole.rows)
    expect(pages[1]).toMatchObject({ total_count: 5, total_pages: 3 })
    expect(pages[1].orders.length + pages[1].manual_maintenance_histories.length).toBe(2)
    expect(kinds(await past({ sort: '-cost' }))).toEqual(['order', 'manual', 'order', 'manual', 'order'])
    expect(kinds(await past({ sort: 'kind' }))).toEqual(['manual', 'manual', 'order', 'order', 'order'])
    for (const sort of ORDER_SORTS) expect((await past({ sort })).rows).toHaveLength(5)
    // A search finds entries and orders, services by either name.
    expect(await past({ search: '(fr) pads' })).toMatchObject({ total_count: 2, orders: [] })
    expect(kinds(await past({ search: 'bought' }))).toEqual(['order', 'order', 'order'])
    // Accents do not matter on either side.
    const adjustment = await server.build.service({ name: 'Réglage' })
    await server.db.query(sql`
      update manual_maintenance_histories set custom_shop_name = 'Chez Noël' where fleet_id = ${fleet.id}`)
    await server.db.query(sql`update shop_orders set po_number = 'Noël-1' where fleet_id = ${fleet.id}`)
    await server.db.query(sql`
      update order_services set service_definition_id = ${adjustment.id} where fleet_id = ${fleet.id}`)
    const counts = { noel: 5, 'NOËL mixed': 2, 'Noël réglage': 3, reglage: 3 }
    for (const [search, count] of Object.entries(counts))
      expect([search, (await past({ search })).total_count]).toEqual([search, count])
    expect(await past({ search: 'no such thing' })).toMatchObject({ total_count: 0, rows: [] })
    expect(await past({ startDate: day(-2), endDate: day(0) })).toMatchObject({ total_count: 2 })
    // The file has the rows of the list, in the same order.
    for (const sort of ['-date', 'date', '-cost', 'vehicle']) {
      const shown: { kind: string; id: string }[] = (await past({ sort })).rows
      const file = String((await client.get(`/orders.csv?withMaintenanceHistory=true&sort=${sort}`)).body)
      const [heading, ...lines] = file.trimEnd().split('\r\n')
      expect(heading).toContain('Date,Time,Time zone,Completed')
      expect(
        lines.map((line) => line.split(',')[0]),
        sort,
      ).toEqual(shown.map(({ kind, id }) => (kind === 'order' ? id : '')))
      expect(
        lines.filter((line) => line.includes('Mixed') && line.includes('Manually Entered')),
      ).toHaveLength(2)
    }
    const french = String((await client.get('/orders.csv?withMaintenanceHistory=true&language=FR')).body)
    expect(french).toContain('Entrée manuelle')
    // Only orders have a status.
    expect(kinds(await past({ state_id: 'paid' }))).toEqual(['order', 'order', 'order'])
  })

  it('can be limited to a department, a driver and a class of vehicles, in lists, counts and files alike', async () => {
    const fleet = await server.build.fleet({ timeZone: 'America/New_York' })
    const client = await server.as(await server.build.user(fleet))
    const grace = await server.build.user(fleet, { roles: ['Driver'], firstName: 'Grace' })
    const [{ name: driverName } = { name: '' }] = await server.db.query<{ name: string }>(
      sql`select name from users where id = ${grace.id}`,
    )
    const add = async (
      name: string,
      department: string | null,
      type: string,
      drivers = [] as (typeof grace)[],
    ) => {
      const vehicle = await server.build.vehicle(fleet, { name, drivers })
      await server.db.query(sql`update vehicles set department_number = ${department}, vehicle_type_id = ${type}
        where id = ${vehicle.id}`)
      await anOpenOrder(server.db, vehicle, {
        status: 'paid',
        at: `${day(-3)}T15:00:00Z`,
        serviceId: service.id,
      })
      await anOpenOrder(server.db, vehicle, {
        status: 'active',
        at: `${day(3)}T15:00:00Z`,
        serviceId: service.id,
      })
      const entry = aHistory({ vehicle_id: vehicle.id, date_of_completion: day(-2) }, service.id)
      expect((await client.post('/manual_maintenance_histories', entry)).status).toBe(201)
    }
    await add('North', '12', 'light', [grace])
    await add('South', '12', 'medium_heavy')
    await add('Yard', null, 'light')
    const namesOf = (body: { orders: { vehicle: { name: string } }[] }) =>
      body.orders.map(({ vehicle }) => vehicle.name).sort()
    for (const [facets, expected] of [
      [{ department: '12' }, ['North', 'South']],
      [{ department: '-' }, ['Yard']],
      [{ driver: driverName }, ['North']],
      [{ driver: '-' }, ['South', 'Yard']],
      [{ class: 'light' }, ['North', 'Yard']],
      [{ department: '12', class: 'light', driver: driverName }, ['North']],
      [{ department: '12', driver: '-', class: 'light' }, []],
    ] as const) {
      const active = await list(
        { captureActive: true, ...facets, startDate: day(0), endDate: day(1) },
        client,
      )
      expect([facets, active.total_count, active.outside_count]).toEqual([facets, 0, expected.length])
      const open = await list({ captureActive: true, ...facets }, client)
      expect([facets, namesOf(open), open.total_count]).toEqual([facets, expected, expected.length])
      const past = await list({ withMaintenanceHistory: true, ...facets }, client)
      expect([facets, namesOf(past), past.total_count]).toEqual([facets, expected, 2 * expected.length])
      expect(past.manual_maintenance_histories).toHaveLength(expected.length)
      const query = new URLSearchParams({ ...facets, withMaintenanceHistory: 'true' })
      const file = String((await client.get(`/orders.csv?${query}`)).body)
      expect(file.trimEnd().split('\r\n')).toHaveLength(1 + 2 * expected.length)
    }
    const wrong = await client.post('/orders/index', { captureActive: true, class: 'boat' })
    expect(wrong.status).toBe(422)
  })

  it('contain manual entries of the same days next to past orders (SVC-031, SVC-046)', async () => {
    const entry = aHistory({ vehicle_id: vehicles[1]!.id, date_of_completion: day(-40) }, service.id)
    expect((await owner.post('/manual_maintenance_histories', entry)).status).toBe(201)
    const range = { startDate: day(-60), endDate: day(-30) }
    const past = await list({ withMaintenanceHistory: true, ...range })
    expect(past.manual_maintenance_histories).toMatchObject([{ maintenance_type: 'Manually Entered' }])
    expect((await list({ withMaintenanceHistory: false, ...range })).manual_maintenance_histories).toEqual([])
  })

  it('are limited to assigned vehicles for a driver, in lists, totals and files alike', async () => {
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
    // Finished orders, and the manual entry above (decision 57).
    expect(await sum(owner)).toBe(10 * (7 + 8 + 9 + 10) + 49.9)
    expect(String((await driver.get('/orders.csv?isActivePage=true')).body).split('\r\n')).toHaveLength(3)
  })

  it('are counted by status for the tiles (DSH-017, APR-066)', async () => {
    const { counts } = (await owner.get('/orders/fleet_orders')).body
    expect(counts).toMatchObject({ active: 1, awaiting_approval: 1, approved: 1, walk_in: 1 })
  })
})

describe('cost by month', () => {
  it('has every month of the range once, without canceled orders (DSH-035)', async () => {
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
  it('are read with a ticket, in the requested language, and contain no formula (SVC-019, S-17)', async () => {
    const { ticket: token } = (await owner.post('/tickets', { purpose: 'download' })).body
    const path = (language: string, auth: string) =>
      `/orders.csv?isActivePage=true&language=${language}&startDate=${day(-90)}&endDate=${day(90)}&auth_token=${auth}`
    const response = await server.client().get(path('FR', token))
    expect(response.status).toBe(200)
    expect(response.headers.get('content-disposition')).toContain('commandes.csv')
    const text = String(response.body)
    expect(text).toContain('Commande;État;Date')
    expect(text).toContain('Demandée')
    expect(text).toContain("'=1+1")
    expect((await server.client().get(path('EN', token))).status).toBe(401)
    const english = String((await owner.get('/orders.csv?language=EN')).body)
    expect(english).toContain('Order,Status,Date')
    expect(english).not.toContain('Initiated')
    // Sorted and filtered as the list is.
    for (const sort of ['-date', 'vehicle', '-cost']) {
      const { orders } = (
        await owner.post('/orders/index', { captureActive: true, sort, page: 1, per_page: 100 })
      ).body
      const file = String((await owner.get(`/orders.csv?isActivePage=true&sort=${sort}`)).body)
      const ids = file
        .trimEnd()
        .split('\r\n')
        .slice(1)
        .map((line) => Number(line.split(',')[0]))
      expect(ids, sort).toEqual(orders.map(({ id }: { id: number }) => id))
    }
    const none = String((await owner.get('/orders.csv?isActivePage=true&search=nosuchword')).body)
    expect(none.trimEnd().split('\r\n')).toHaveLength(1)
  })

  it('lists rejected work of open orders only, as the lists do', async () => {
    const fleet = await server.build.fleet()
    const client = await server.as(await server.build.user(fleet))
    const rejected = await server.build.service({ name: 'Cabin filter' })
    for (const status of ['paid', 'approved'] as const) {
      const { id } = await anOpenOrder(server.db, await server.build.vehicle(fleet), {
        status,
        at: `${day(-1)}T15:00:00Z`,
        serviceId: service.id,
        price: '10.00',
      })
      await server.db.query(sql`
        insert into order_services (fleet_id, order_id, service_definition_id, name, price, total, status)
        values (${fleet.id}, ${id}, ${rejected.id}, 'Cabin filter', 30, 30, 'rejected')`)
    }
    const past = String((await client.get('/orders.csv?isActivePage=false')).body).split('\r\n')
    expect(past).toHaveLength(3)
    expect(past[1]).not.toContain('Cabin filter')
    expect(String((await client.get('/orders.csv?isActivePage=true')).body)).toContain('Cabin filter')
  })
})

it('narrows open orders to vehicles at the shop and late there, as the rule for one order does (SVC-108)', async () => {
  const zone = 'America/Los_Angeles'
  const fleet = await server.build.fleet({ timeZone: zone })
  const client = await server.as(await server.build.user(fleet))
  const now = Date.now()
  const hours = [-24 * 30, -24 * 5, -24 * 4, -24 * 4 + 1, -24 * 3 - 10, -24 * 3, -30, -2, 2, 24 * 5]
  for (const status of OPEN)
    for (const hour of hours) {
      const vehicle = await server.build.vehicle(fleet, { name: `${status} ${hour}` })
      await anOpenOrder(server.db, vehicle, {
        status: status as 'active',
        at: new Date(now + hour * 3_600_000).toISOString(),
      })
    }
  const idsOf = async (query: object) => {
    const { body } = await client.post('/orders/index', { captureActive: true, per_page: 100, ...query })
    return body.orders.map(({ id }: { id: number }) => id) as number[]
  }
  const all = await server.db.query<{ id: number; status: string; at: Date }>(
    sql`select id, status, appointment_datetime as at from shop_orders where fleet_id = ${fleet.id}
      order by appointment_datetime, id`,
  )
  expect(all).toHaveLength(OPEN.length * hours.length)
  const expected = (isWanted: (stay: ShopStay) => boolean) =>
    all
      .filter(({ status, at }) =>
        isWanted(
          stayOf({ status, appointment_datetime: new Date(at).toISOString() }, now, (instant) =>
            dayIn(zone, new Date(instant)),
          ),
        ),
      )
      .map(({ id }) => id)
  const there = expected((stay) => stay.kind === 'atShop')
  const late = expected((stay) => stay.kind === 'atShop' && stay.isLate)
  expect(late.length).toBeGreaterThan(4)
  expect(there.length).toBeGreaterThan(late.length)
  expect((await idsOf({ stay: 'at_shop' })).toSorted()).toEqual(there.toSorted())
  expect((await idsOf({ stay: 'late' })).toSorted()).toEqual(late.toSorted())
  // The file has the rows of the list, in its order, also with further filters.
  const fileOf = async (query: string) =>
    String((await client.get(`/orders.csv?isActivePage=true&${query}`)).body)
      .trimEnd()
      .split('\r\n')
      .slice(1)
      .map((line) => Number(line.split(',')[0]))
  for (const stay of ['at_shop', 'late'])
    for (const sort of ['date', '-cost', 'vehicle'])
      expect(await fileOf(`stay=${stay}&sort=${sort}`), `${stay} ${sort}`).toEqual(
        await idsOf({ stay, sort }),
      )
  const approved = await fileOf('stay=late&state_id=approved&search=approved')
  expect(approved).toEqual(await idsOf({ stay: 'late', state_id: 'approved', search: 'approved' }))
  expect(approved.length).toBeGreaterThan(0)
  expect(approved.length).toBeLessThan(late.length)
  for (const wrong of ['gone', ''])
    expect((await client.get(`/orders.csv?isActivePage=true&stay=${wrong}`)).status).toBe(422)
  expect((await client.post('/orders/index', { captureActive: true, stay: 'gone' })).status).toBe(422)
})
