import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { FleetSearch } from '#contract/fmc/fleets.ts'
import type { Actor } from '#server/actor.ts'
import type { Transaction } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'
import { findActiveOrders } from '#server/modules/fmc/active-orders/active-orders.reads.ts'
import {
  countFleets,
  listedFleet,
  readFleetPage,
  readSummary,
} from '#server/modules/fmc/fleets/fleets.reads.ts'
import { transactionsRepository } from '#server/modules/money/transactions/transactions.repository.ts'
import { approvalsRepository } from '#server/modules/orders/approvals/approvals.repository.ts'
import { plansOf } from '#tests/support/plans.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

const FILLED = ['vehicles', 'shop_orders', 'order_services', 'maintenance_intervals', 'payments']

let server: TestServer
let actor: Actor

/**
 * A company of 300 fleets with 12,000 vehicles and 60,000 orders, a few of them open, next to another company of the
 * same size.
 */
beforeAll(async () => {
  server = await startTestServer()
  const { build, db } = server
  const mine = await build.affiliation()
  const other = await build.affiliation()
  await build.service()
  const home = await build.fleet({ affiliationId: mine.id })
  const user = await build.user(home, { roles: ['FMC'], affiliationId: mine.id })
  await db.system(async (tx) => {
    // Plans need rows only; the triggers would take most of the time.
    for (const table of FILLED) await tx.executeSql(`alter table ${table} disable trigger user`, [])
    await tx.query(sql`
      insert into fleets (id, affiliation_id, name, country, brand, region)
      overriding system value
      select 50000 + n, case when n % 2 = 0 then ${mine.id}::bigint else ${other.id}::bigint end, 'Fleet ' || n, 'US',
        'wheelbook', (array['East', 'West'])[1 + n % 2]
      from generate_series(1, 600) n`)
    await tx.query(sql`
      insert into vehicles (id, fleet_id, name_of_vehicle, odometer_units)
      overriding system value select 500000 + n, 50001 + n % 600, 'Unit ' || n, 'mi' from generate_series(1, 24000) n`)
    await tx.query(sql`
      insert into shop_orders (fleet_id, vehicle_id, status, appointment_datetime, odometer_units, total)
      select 50001 + n % 24000 % 600, 500000 + n % 24000 + case when n % 24000 = 0 then 24000 else 0 end,
        case when n <= 60 then 'awaiting_approval' else 'paid' end, now() + make_interval(mins => n), 'mi', 100
      from generate_series(1, 120000) n where n % 24000 > 0`)
    await tx.query(sql`
      insert into open_orders
      select o.id, o.fleet_id, o.vehicle_id, o.shop_id, o.status, o.appointment_datetime, o.total, o.po_number,
        o.invoice_number, o.custom_shop_name, v.display_name, v.vin, v.other_id, v.department_number, t.text
      from shop_orders o join vehicles v on v.id = o.vehicle_id
        join vehicle_texts t on t.vehicle_id = v.id and t.fleet_id = v.fleet_id where o.status = 'awaiting_approval'`)
    await tx.query(sql`
      insert into order_services (fleet_id, order_id, service_definition_id, name, status, price, total)
      select o.fleet_id, o.id, s.id, s.name_en, 'active', 100, 100
      from (select * from shop_orders order by id limit 20000) o, (select * from service_definitions limit 1) s`)
    await tx.query(sql`
      insert into payments (id, fleet_id, order_id, attempt, key, provider, account_number, currency, amount, capture_amount, status)
      overriding system value select o.id, o.fleet_id, o.id, 1, 'order-' || o.id, 'WEX', '0412345678901', 'USD', 100, 100, 'captured'
      from shop_orders o where o.status = 'paid' and o.id % 3 = 0`)
    await tx.query(sql`
      insert into payment_activities (fleet_id, payment_id, order_id, kind, amount, created_at)
      select fleet_id, id, order_id, 'captured', 100, now() - make_interval(mins => (id % 1000000)::int) from payments`)
    await tx.query(sql`
      insert into maintenance_intervals (fleet_id, vehicle_id, name, tag, due_at, unit, due_status, service_definition_ids)
      select v.fleet_id, v.id, 'Oil change', 'Past Due', 60000, 'mi', 'past_due', array[1] from vehicles v`)
    await tx.query(sql`
      insert into user_approval_fleets (user_id, fleet_id) select ${user.id}, 50000 + 2 * n from generate_series(1, 20) n`)
    for (const table of FILLED) await tx.executeSql(`alter table ${table} enable trigger user`, [])
  })
  await db.query(sql`vacuum analyze`)
  actor = {
    userId: user.id,
    roles: ['FMC'],
    language: 'en',
    fleet: { id: home.id, country: 'US', unit: 'mi', timeZone: 'America/New_York', affiliationId: mine.id },
  }
}, 180_000)
afterAll(() => server.stop())

const SEARCH = { sort: 'date' } as const
const PAGE = { limit: 10, offset: 190 }
const today = new Date().toISOString().slice(0, 10)
const DAYS = { from: today, to: today, timeZone: 'America/New_York' }
const fleetsPage = (tx: Transaction, sort: FleetSearch['sort'], search: Omit<FleetSearch, 'sort'> = {}) =>
  readFleetPage(tx, actor, { ...search, sort, page: 2, per_page: 50 })

const READS: [string, (tx: Transaction) => Promise<unknown>][] = [
  ['fleets by name', (tx) => fleetsPage(tx, 'name')],
  ['fleets by spend', (tx) => fleetsPage(tx, '-total_spend')],
  ['fleets searched', (tx) => fleetsPage(tx, 'name', { query: 'fleet 1' })],
  ['fleets filtered', (tx) => fleetsPage(tx, 'name', { filter: { region: 'East', active: true } })],
  ['count of fleets', (tx) => countFleets(tx, actor, { sort: 'name' })],
  ['summary', (tx) => readSummary(tx, actor)],
  ['open orders', (tx) => findActiveOrders(tx, listedFleet(actor), SEARCH, PAGE)],
  ['open orders by cost', (tx) => findActiveOrders(tx, listedFleet(actor), { sort: '-cost' }, PAGE)],
  [
    'open orders searched',
    (tx) => findActiveOrders(tx, listedFleet(actor), { ...SEARCH, query: 'unit 12' }, PAGE),
  ],
  [
    'open orders past due',
    (tx) => findActiveOrders(tx, listedFleet(actor), { ...SEARCH, due_status: 'past_due' }, PAGE),
  ],
  [
    'approvals of staff',
    (tx) => approvalsRepository.waitingForStaff(tx, actor.userId, { page: 2, per_page: 10 }),
  ],
  ['count of approvals', (tx) => approvalsRepository.countForStaff(tx, actor.userId)],
  [
    'transactions',
    (tx) => transactionsRepository.list(tx, { actor, isCompanyWide: true }, DAYS, { page: 20, per_page: 4 }),
  ],
  ['sums of transactions', (tx) => transactionsRepository.totals(tx, { actor, isCompanyWide: true }, DAYS)],
  [
    'transactions for a file',
    (tx) => transactionsRepository.batch(tx, { actor, isCompanyWide: true }, DAYS, 500, 1000),
  ],
]

const LARGE =
  /Seq Scan on (shop_orders|vehicles|maintenance_intervals|order_services|payment_activities|payments)\b/

describe('reads across the fleets of a company', () => {
  it.each(READS)('use an index and read no large table whole: %s', async (_, read) => {
    const plans = await plansOf(server, actor.fleet.id, read, { isAcross: true })
    expect(plans.length).toBeGreaterThan(0)
    for (const plan of plans) expect(plan).not.toMatch(LARGE)
  })
})
