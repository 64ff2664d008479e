import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { type Database, openDatabase } from '#server/db/database.ts'
import { startEmbeddedPostgres } from '#server/db/embedded/embedded.ts'
import { migrate } from '#server/db/migrate.ts'
import { sql } from '#server/db/sql.ts'
import type { Goal } from '#tools/bench/report/figure.ts'
import type { Report } from '#tools/bench/report/report.ts'

/** Time after which an unsettled payment counts as lost. */
const DRAIN_MS = 120_000
const SERVERS = 2

/**
 * Payments: two servers approve and complete orders against the sandbox gateway with failures, while servers and the
 * database are killed. Every order must be captured once, no authorization may remain, and all totals must match.
 */
export async function paymentsBench(args: string[], report: Report): Promise<void> {
  const text = (value: string) => ({ type: 'string', default: value }) as const
  const { values } = parseArgs({
    args,
    options: { orders: text('2000'), kills: text('50'), faults: text('0.2') },
  })
  const folder = await mkdtemp(join(tmpdir(), 'wheelbook-payments-'))
  await chmod(folder, 0o711)
  const postgres = await startEmbeddedPostgres({ folder: join(folder, 'postgres'), log: () => {} })
  const db = openDatabase(postgres.connectionString, { max: 4 })
  await migrate(db)
  const beganAt = Date.now()
  const startServer = () =>
    fork(
      join(import.meta.dirname, 'payments-server.ts'),
      [postgres.connectionString, folder, values.faults, String(beganAt)],
      {
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      },
    )
  const servers: ChildProcess[] = []
  try {
    await makeOrders(db, Number(values.orders))
    for (let n = 0; n < SERVERS; n++) servers.push(startServer())
    const startedAt = Date.now()
    const killed = { servers: 0, database: 0 }
    const kills = Number(values.kills)
    /** Spreads the kills over the completed orders. */
    const isDueAt = (share: number) => killed.servers + killed.database < Math.floor(share * (kills + 1))
    let open = Number(values.orders)
    while (open > 0 && Date.now() - startedAt < 1_800_000) {
      await sleep(150)
      open = await countOpen(db).catch(() => open)
      if (!isDueAt(1 - open / Number(values.orders))) continue
      if ((killed.servers + killed.database) % 5 === 4) {
        await killDatabase(db)
        killed.database++
      } else {
        const victim = killed.servers % SERVERS
        const child = servers[victim]
        child?.kill('SIGKILL')
        if (child && child.exitCode === null && child.signalCode === null) await once(child, 'exit')
        servers[victim] = startServer()
        killed.servers++
      }
    }
    const completedAt = Date.now()
    while (Date.now() - completedAt < DRAIN_MS && (await countUnsettled(db).catch(() => 1)) > 0)
      await sleep(100)
    const reconciledSeconds = (Date.now() - completedAt) / 1000
    while (Date.now() - completedAt < DRAIN_MS * 2 && (await countUnfinished(db).catch(() => 1)) > 0)
      await sleep(100)
    const settledSeconds = (Date.now() - completedAt) / 1000
    const files = await readSettlementFiles(join(folder, 'files'))
    const reportFigure = (figure: string, value: number, unit = '', goal: Goal | null = null) =>
      report({ figure, value, unit, goal })
    reportFigure('kills of a server', killed.servers)
    reportFigure('kills of the database', killed.database)
    reportFigure('minutes', (completedAt - startedAt) / 60_000, 'min')
    reportFigure('last payment reconciled after the last completion', reconciledSeconds, 's')
    reportFigure('last refund made and last settlement file written', settledSeconds, 's')
    reportVerdict(reportFigure, Number(values.orders), await judge(db), files)
  } finally {
    for (const child of servers) child.kill('SIGKILL')
    await db.close()
    await postgres.stop()
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

function reportVerdict(
  reportFigure: (figure: string, value: number, unit?: string, goal?: Goal) => void,
  orders: number,
  verdict: Awaited<ReturnType<typeof judge>>,
  files: Awaited<ReturnType<typeof readSettlementFiles>>,
): void {
  const none = { atMost: 0 }
  reportFigure('orders paid', verdict.paid, '', { atLeast: orders })
  reportFigure('captured twice', verdict.capturedTwice, '', none)
  reportFigure('holds left open', verdict.stillHeld, '', none)
  reportFigure('payments and refunds left unfinished', verdict.unsettled + verdict.unfinished, '', none)
  reportFigure('lines in two settlement files', files.twice, '', none)
  reportFigure('movements not in a settlement file', verdict.fuelCardMovements - files.lines, '', none)
  reportFigure('settlement files', files.files)
  reportFigure('total of the paid orders', Number(verdict.sumOfOrders), 'dollars')
  // Amounts captured by the gateway, and charged by the settlement files.
  const charged = [verdict.sumOfPayments, verdict.sumOfActivities, cents(verdict.sumOfGateway, files.charged)]
  reportFigure(
    'largest difference of payments, activities, gateway and files',
    spread([verdict.sumOfOrders, ...charged]),
    'dollars',
    none,
  )
  reportFigure('total of the refunds', Number(verdict.refundsOfPayments), 'dollars')
  const refunded = [verdict.refundsOfActivities, cents(verdict.refundsOfGateway, files.refunded)]
  reportFigure('the same for refunds', spread([verdict.refundsOfPayments, ...refunded]), 'dollars', none)
  reportFigure('attempts', verdict.attempts)
  reportFigure('attempts declined', verdict.declined)
  reportFigure('attempts that never reached the gateway', verdict.neverArrived)
}

const spread = (amounts: readonly string[]) =>
  Math.max(...amounts.map(Number)) - Math.min(...amounts.map(Number))

/** Nine of eleven orders are paid by card, one by WEX, one by Fleetcor. */
async function makeOrders(db: Database, orders: number): Promise<void> {
  await db.query(
    sql`insert into service_definitions (id, name_en, name_fr) values (1, 'Oil change', 'Vidange')`,
  )
  await db.query(sql`
    insert into accounts (id, name) values (77000004, 'Fuel cards')`)
  await db.query(sql`
    insert into fleets (id, name, country, brand, pays_through_platform, payment_providers, fuel_card_account_number, account_id)
    values (1, 'Cards', 'US', 'wheelbook', true, '{Braintree}', null, null),
      (2, 'WEX', 'US', 'wheelbook', true, '{WEX}', '0412345678901', null),
      (3, 'Fleetcor', 'US', 'fuelpass', true, '{Fleetcor}', null, 77000004)`)
  await db.query(sql`
    insert into users (id, fleet_id, email, first_name, last_name, roles, password_hash)
    select n, n, 'owner' || n || '@example.com', 'Ada', 'Owner', '{Owner}'::text[], '' from generate_series(1, 3) n`)
  await db.query(sql`
    insert into payment_methods (fleet_id, owner_id, token, type, card_type, last_4, is_default, all_users)
    values (1, 1, 'bench-card', 'credit_card', 'Visa', '1111', true, true)`)
  await db.query(sql`
    insert into vehicles (id, fleet_id, name_of_vehicle, odometer_units)
    select n, case n % 11 when 0 then 2 when 1 then 3 else 1 end, 'Van ' || n, 'mi' from generate_series(1, ${orders}::int) n`)
  await db.query(sql`
    insert into shop_orders (id, fleet_id, vehicle_id, custom_shop_name, status, appointment_datetime, odometer_units,
      pre_tax_sub_total, total)
    select v.id, v.fleet_id, v.id, 'Garage', 'awaiting_approval', now(), 'mi', p.price, p.price
    from vehicles v cross join lateral (select round((20 + 900 * random() * (v.id > 0)::int)::numeric, 2) as price) p`)
  await db.query(sql`
    insert into order_services (fleet_id, order_id, service_definition_id, name, status, price, total)
    select fleet_id, id, 1, 'Oil change', 'awaiting_approval', total, total from shop_orders`)
}

const countOf = async (db: Database, query: ReturnType<typeof sql>): Promise<number> =>
  (await db.query<{ n: number }>(query))[0]?.n ?? 0
const countOpen = (db: Database) =>
  countOf(db, sql`select count(*) as n from shop_orders where status in ('awaiting_approval', 'approved')`)
const countUnsettled = (db: Database) =>
  countOf(
    db,
    sql`select (select count(*) from payments where status in ('requested', 'unknown', 'authorized'))
      + (select count(*) from shop_orders where status in ('complete', 'paid_deferred'))
      + (select count(*) from card_sandbox.transactions where status = 'authorized') as n`,
  )

/** Counts running refunds, movements in no settlement file, and unwritten files. */
const countUnfinished = (db: Database) =>
  countOf(
    db,
    sql`select (select count(*) from payment_refunds where status = 'requested')
      + (select count(*) from payments where status = 'captured' and order_id % 20 = 0)
      + (select count(*) from payment_activities a where a.settles
          and not exists (select from settlement_lines l where l.activity_id = a.id))
      + (select count(*) from settlement_files where submitted_at is null) as n`,
  )

/** Adds amounts with two decimals. */
const cents = (...amounts: string[]) =>
  (amounts.reduce((sum, amount) => sum + Math.round(Number(amount) * 100), 0) / 100).toFixed(2)

/** Reads the content of the files from the file store. */
async function readSettlementFiles(folder: string) {
  const seen = new Map<string, number>()
  let [charged, refunded, files] = ['0.00', '0.00', 0]
  for (const name of await readdir(join(folder, 'settlements'), { recursive: true })) {
    const bytes = await readFile(join(folder, 'settlements', name)).catch(() => null)
    if (bytes === null) continue
    files++
    const [head = '', ...lines] = bytes.toString('utf8').trimEnd().split('\r\n')
    const column = (line: string, field: string) => line.split(',')[head.split(',').indexOf(field)] ?? ''
    for (const line of lines) {
      const id = column(line, 'charge_id')
      seen.set(id, (seen.get(id) ?? 0) + 1)
      const amount = column(line, 'amount')
      if (column(line, 'kind') === 'charge') charged = cents(charged, amount)
      else refunded = cents(refunded, amount.replace('-', ''))
    }
  }
  const twice = [...seen.values()].filter((count) => count > 1).length
  return { files, lines: seen.size, twice, charged, refunded }
}

/** Kills one PostgreSQL process. PostgreSQL then ends all others and recovers from its log, as after a power cut. */
async function killDatabase(db: Database): Promise<void> {
  const [victim] = await db
    .query<{ pid: number }>(
      sql`select pid from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid() limit 1`,
    )
    .catch(() => [])
  if (victim) process.kill(victim.pid, 'SIGKILL')
}

async function judge(db: Database) {
  const money = async (query: ReturnType<typeof sql>) =>
    (await db.query<{ sum: string }>(query))[0]?.sum ?? '0.00'
  const twice = sql`select count(*) as n from (select regexp_replace(key, '-[0-9]+$', '') as order_key
    from card_sandbox.transactions where status = 'captured' and kind = 'sale' group by 1 having count(*) > 1) t`
  return {
    paid: await countOf(db, sql`select count(*) as n from shop_orders where status = 'paid'`),
    attempts: await countOf(db, sql`select count(*) as n from payments`),
    declined: await countOf(db, sql`select count(*) as n from payments where status = 'declined'`),
    neverArrived: await countOf(db, sql`select count(*) as n from payments where reason = 'not_found'`),
    capturedTwice: await countOf(db, twice),
    stillHeld: await countOf(
      db,
      sql`select count(*) as n from card_sandbox.transactions where status = 'authorized'`,
    ),
    unsettled: await countUnsettled(db),
    sumOfOrders: await money(sql`select sum(total)::text as sum from shop_orders where status = 'paid'`),
    sumOfPayments: await money(
      sql`select sum(capture_amount)::text as sum from payments where status in ('captured', 'refunded')`,
    ),
    sumOfActivities: await money(
      sql`select sum(amount)::text as sum from payment_activities where kind = 'captured'`,
    ),
    sumOfGateway: await money(sql`
      select sum(amount)::text as sum from card_sandbox.transactions where status = 'captured' and kind = 'sale'`),
    refundsOfPayments: await money(sql`select sum(refunded_amount)::text as sum from payments`),
    refundsOfActivities: await money(
      sql`select sum(amount)::text as sum from payment_activities where kind = 'refunded'`,
    ),
    refundsOfGateway: await money(sql`
      select coalesce(sum(amount), 0)::text as sum from card_sandbox.transactions
      where status = 'captured' and kind = 'refund'`),
    fuelCardMovements: await countOf(db, sql`select count(*) as n from payment_activities where settles`),
    unfinished: await countUnfinished(db),
  }
}
