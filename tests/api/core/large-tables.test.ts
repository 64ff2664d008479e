import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Database, disableTimeouts } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'
import type { Client } from '#tests/support/client.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

/** `npm run bench -- lists` uses 100,000; filling the tables takes minutes on a slow machine. */
const ROWS = Number(process.env.LIST_ROWS ?? 20_000)
/** Every tenth vehicle has an open order. */
const OPEN = ROWS / 10
const WAITING = OPEN / 5
const PAYMENTS = (ROWS - OPEN) / 3

const QUIET = ['order_services', 'payments', 'manual_maintenance_histories', 'maintenance_intervals', 'users']

let server: TestServer
let owner: Client
let fmc: Client

/** Fills a fleet with this many vehicles, orders, users and intervals, with many ties in all sort columns. */
async function fill(db: Database, fleetId: number, serviceId: number): Promise<void> {
  await db.system(async (tx) => {
    await disableTimeouts(tx)
    // These triggers serve devices and totals. Lists read what the triggers of vehicles and orders write.
    for (const table of QUIET) await tx.executeSql(`alter table ${table} disable trigger user`, [])
    await tx.query(sql`
      insert into vehicles (id, fleet_id, name_of_vehicle, odometer, odometer_units, is_active) overriding system value
      select 500000 + n, ${fleetId}, 'Unit ' || lpad((n % 1000)::text, 4, '0'), n % 600, 'mi', n % 4 > 0
      from generate_series(1, ${ROWS}::int) n`)
    await tx.query(sql`
      insert into shop_orders (id, fleet_id, vehicle_id, status, appointment_datetime, odometer_units, total)
      overriding system value
      select 500000 + n, ${fleetId}, 500000 + n,
        case when n <= ${OPEN}::int then (array['initiated', 'active', 'awaiting_approval', 'approved', 'walk_in'])[1 + n % 5] else 'paid' end,
        case when n <= ${OPEN}::int then current_date + 1 + (n % 60)::int + time '15:00'
          else current_date - 1 - (n % 300)::int + time '15:00' end, 'mi', 100
      from generate_series(1, ${ROWS}::int) n`)
    await tx.query(sql`
      insert into order_services (fleet_id, order_id, service_definition_id, name, status, price, total)
      select fleet_id, id, ${serviceId}, 'Oil change', 'active', 100, 100 from shop_orders where status = 'awaiting_approval'`)
    await tx.query(sql`
      insert into payments (id, fleet_id, order_id, attempt, key, provider, account_number, currency, amount, capture_amount, status)
      overriding system value select o.id, o.fleet_id, o.id, 1, 'order-' || o.id, 'WEX', '0412345678901', 'USD', 100, 100, 'captured'
      from shop_orders o where o.status = 'paid' and o.id % 3 = 0`)
    await tx.query(sql`
      insert into payment_activities (fleet_id, payment_id, order_id, kind, amount, created_at)
      select fleet_id, id, order_id, 'captured', 100, date_trunc('day', now()) - make_interval(days => (id % 91)::int) from payments`)
    await tx.query(sql`
      insert into manual_maintenance_histories (id, fleet_id, vehicle_id, custom_shop_name, odometer, odometer_units,
        date_of_completion, content_hash)
      select gen_random_uuid(), v.fleet_id, v.id, 'Corner Garage', 40000, 'mi', current_date - 1 - (v.id % 300)::int,
        sha256(v.id::text::bytea)
      from vehicles v where v.fleet_id = ${fleetId} and v.id % 10 = 0`)
    await tx.query(sql`
      insert into maintenance_intervals (fleet_id, vehicle_id, name, tag, due_status, due_at, unit, service_definition_ids)
      select v.fleet_id, v.id, 'Oil change', 'Past Due', 'past_due', 1000, 'mi', array[${serviceId}::bigint]
      from vehicles v where v.fleet_id = ${fleetId}`)
    await tx.query(sql`
      insert into users (fleet_id, email, first_name, last_name, roles)
      select ${fleetId}, 'driver' || n || '@example.com', 'Ada', 'Person ' || lpad((n % 1000)::text, 4, '0'), array['Driver']
      from generate_series(1, ${ROWS}::int - 1) n`)
    for (const table of QUIET) await tx.executeSql(`alter table ${table} enable trigger user`, [])
  })
  await db.query(sql`vacuum analyze`)
}

beforeAll(async () => {
  server = await startTestServer()
  const { build, db } = server
  const group = await build.affiliation()
  const fleet = await build.fleet({ affiliationId: group.id })
  const home = await build.fleet({ affiliationId: group.id })
  const service = await build.service({ name: 'Oil change' })
  owner = await server.as(await build.user(fleet))
  fmc = await server.as(await build.user(home, { roles: ['FMC'], affiliationId: group.id }))
  await fill(db, fleet.id, service.id)
}, 300_000)
afterAll(() => server.stop())

// biome-ignore lint/suspicious/noExplicitAny: rows of many kinds of lists.
type Row = any
interface List {
  /** Matching rows. */
  total: number
  perPage: number
  /** The response body of one page. */
  load: (page: string) => Promise<Row>
  rows: (body: Row) => Row[]
  id?: (row: Row) => string | number
  /** The sort key of a row, ascending unless `isDown`. */
  by: (row: Row) => string | number
  isDown?: boolean
}
const get = async (client: Client, path: string) => {
  const { status, body } = await client.get(path)
  expect(status, path).toBe(200)
  return body
}
const post = async (path: string, body: object) => (await owner.post(path, body)).body
/** `page=2&per_page=50` as the body of a call. */
const pageOf = (page: string) =>
  Object.fromEntries([...new URLSearchParams(page)].map(([name, value]) => [name, Number(value)]))
/** Day of a row of the past services. */
const dayOf = ({ kind, id }: Row, body: Row): string =>
  kind === 'order'
    ? body.orders.find((order: Row) => String(order.id) === id).appointment_datetime.slice(0, 10)
    : body.manual_maintenance_histories.find((entry: Row) => entry.id === id).date_of_completion
const yearBack = () => new Date(Date.now() - 330 * 86_400_000).toISOString().slice(0, 10)
const today = () => new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)

const LISTS: Record<string, List> = {
  'vehicles by name (VEH-001)': {
    total: ROWS,
    perPage: 500,
    load: (page) => get(owner, `/vehicles?sort=name&${page}`),
    rows: (body) => body.vehicles,
    by: (row) => row.name_of_vehicle,
  },
  'vehicles in use, the highest odometer first': {
    total: ROWS * 0.75,
    perPage: 500,
    load: (page) => get(owner, `/vehicles?sort=-odometer&is_active=true&${page}`),
    rows: (body) => body.vehicles,
    by: (row) => row.odometer,
    isDown: true,
  },
  'names of vehicles (VEH-079)': {
    total: ROWS,
    perPage: 1000,
    load: (page) => get(owner, `/vehicles/all_vehicles?${page}`),
    rows: (body) => body.vehicles,
    by: () => 0,
  },
  'open orders (SVC-030)': {
    total: OPEN,
    perPage: 50,
    load: (page) => post('/orders/index', { captureActive: true, ...pageOf(page) }),
    rows: (body) => body.orders,
    by: (row) => row.appointment_datetime,
  },
  'past services, orders and manual entries in one list (SVC-031)': {
    total: ROWS,
    perPage: 50,
    load: (page) =>
      post('/orders/index', { captureActive: false, withMaintenanceHistory: true, ...pageOf(page) }),
    rows: (body) => body.rows.map((row: Row) => ({ ...row, day: dayOf(row, body) })),
    by: (row) => row.day,
    isDown: true,
  },
  'active maintenance (APR-066)': {
    total: OPEN,
    perPage: 50,
    load: (page) => get(owner, `/orders/fleet_orders?${page}`),
    rows: (body) => body.orders,
    by: (row) => row.appointment_datetime,
  },
  'what is due (SCH-045)': {
    total: ROWS * 0.75,
    perPage: 200,
    load: (page) => get(owner, `/fleets/me/vehicle_services?${page}`),
    rows: (body) => body.vehicle_services,
    by: () => 0,
  },
  'manual entries': {
    total: ROWS / 10,
    perPage: 200,
    load: (page) => get(owner, `/manual_maintenance_histories?${page}`),
    rows: (body) => body.manual_maintenance_histories,
    by: (row) => row.date_of_completion,
    isDown: true,
  },
  'users by name (USR-016)': {
    total: ROWS,
    perPage: 50,
    load: (page) => get(owner, `/fleet_users?sort=name&${page}`),
    rows: (body) => body.users,
    by: (row) => `${row.first_name} ${row.last_name}`,
  },
  'transactions (TRX-004)': {
    total: PAYMENTS,
    perPage: 50,
    load: (page) => get(owner, `/payment_activities?start_date=${yearBack()}&end_date=${today()}&${page}`),
    rows: (body) => body.payment_activities,
    by: (row) => row.created_at,
    isDown: true,
  },
  'orders to approve (APR-066)': {
    total: WAITING,
    perPage: 50,
    load: (page) => get(owner, `/approvals?${page}`),
    rows: (body) => body.approvals,
    by: (row) => row.waiting_since,
  },
  'open orders of all fleets of a company (FMC-037)': {
    total: OPEN,
    perPage: 50,
    load: (page) => get(fmc, `/fleets/active_orders?${page}`),
    rows: (body) => body.orders,
    by: (row) => row.appointment_datetime,
  },
}

describe('in large tables each list returns the count, keeps its order, and has each row on one page', () => {
  it.each(Object.entries(LISTS))('%s', async (_name, list) => {
    const { total, perPage, load, rows, by, isDown, id = (row) => row.id } = list
    const pages = Math.ceil(total / perPage)
    const middle = Math.floor(pages / 2)
    const page = async (nth: number) => {
      const body = await load(`page=${nth}&per_page=${perPage}`)
      expect(body).toMatchObject({ total_count: total, total_pages: pages, page: nth, per_page: perPage })
      return rows(body)
    }
    const picked: Row[] = []
    for (const nth of new Set([1, 2, middle, middle + 1, pages - 1, pages])) {
      const found = await page(nth)
      expect(found.length, `page ${nth}`).toBe(nth === pages ? total - (pages - 1) * perPage : perPage)
      picked.push(...found)
    }
    expect(new Set(picked.map(id)).size).toBe(picked.length)
    const keys = picked.map(by)
    const upwards = isDown ? keys.toReversed() : keys
    expect(upwards.findIndex((key, nth) => nth > 0 && key < upwards[nth - 1]!)).toBe(-1)
    expect(await page(pages + 1)).toEqual([])
  })
})
