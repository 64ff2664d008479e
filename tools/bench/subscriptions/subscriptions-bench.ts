import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { type Database, disableTimeouts, openDatabase, type Queryable } from '#server/db/database.ts'
import { startEmbeddedPostgres } from '#server/db/embedded/embedded.ts'
import { migrate } from '#server/db/migrate.ts'
import { sql } from '#server/db/sql.ts'
import type { Report } from '#tools/bench/report/report.ts'

const SERVERS = 2
const HOUR_MS = 3_600_000
const YEAR = 2027
/** Time after which an unfinished day counts as stuck. */
const DAY_LIMIT_MS = 300_000
/** Zones at both ends of the calendar, with half hours, and with clock changes near the first of a month. */
const ZONES = [
  'America/New_York',
  'America/Los_Angeles',
  'America/St_Johns',
  'America/Phoenix',
  'America/Toronto',
  'Pacific/Kiritimati',
  'Pacific/Pago_Pago',
  'Pacific/Honolulu',
  'Asia/Kolkata',
  'Australia/Lord_Howe',
]

/**
 * Subscriptions: two servers run through months with clocks that differ and jump, while servers and the database are
 * killed and the gateway fails. Each fleet must pay each month once, with the amount of that month.
 */
export async function subscriptionsBench(args: string[], report: Report): Promise<void> {
  const text = (value: string) => ({ type: 'string', default: value }) as const
  const { values } = parseArgs({
    args,
    options: { fleets: text('500'), months: text('12'), kills: text('50'), faults: text('0.2') },
  })
  const [fleets, months, kills] = [Number(values.fleets), Number(values.months), Number(values.kills)]
  const folder = await mkdtemp(join(tmpdir(), 'wheelbook-subscriptions-'))
  await chmod(folder, 0o711)
  const postgres = await startEmbeddedPostgres({ folder: join(folder, 'postgres'), log: () => {} })
  const db = openDatabase(postgres.connectionString, { max: 4 })
  await migrate(db)
  await makeFleets(db, fleets)
  let clock = new Date(Date.UTC(YEAR - 1, 11, 30))
  /** The latest moment that each server has processed. */
  const workedThrough = new Map<ChildProcess, string>()
  const startServer = () => {
    const child = fork(
      join(import.meta.dirname, 'subscriptions-server.ts'),
      [postgres.connectionString, folder, values.faults, clock.toISOString()],
      { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] },
    )
    child.on('error', () => {})
    child.on('message', (moment) => workedThrough.set(child, String(moment)))
    return child
  }
  const servers: ChildProcess[] = Array.from({ length: SERVERS }, startServer)
  /** The second server's clock is some hours off. */
  const setClocks = (at: Date) => {
    clock = at
    servers.forEach((server, n) => {
      const own = new Date(at.getTime() + n * (Math.random() * 10 - 5) * HOUR_MS)
      if (server.connected) server.send({ moment: at.toISOString(), clock: own.toISOString() }, () => {})
    })
  }
  const killed = { servers: 0, database: 0 }
  const kill = async () => {
    if ((killed.servers + killed.database) % 5 === 4) {
      await killDatabase(db)
      killed.database++
      return
    }
    const n = killed.servers % SERVERS
    const child = servers[n]
    child?.kill('SIGKILL')
    if (child && child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    servers[n] = startServer()
    killed.servers++
  }
  const beganAt = Date.now()
  let jumps = 0
  try {
    for (let month = 0; month < months; month++) {
      // Changes the number of active vehicles from month to month.
      await db.query(sql`update vehicles set is_active = (id + ${month}) % 7 <> 0`)
      for (const day of [1, 3, 7]) {
        // Kiritimati is 14 hours ahead, Pago Pago 11 hours behind.
        for (const hour of day === 1 ? [-14, -6, 0, 5, 11] : [12])
          await pass(new Date(Date.UTC(YEAR, month, day, hour, 1)))
        // The clock jumps back a month, forward some days, and back to the present.
        if (day === 3)
          for (const days of [-35, 5, 0]) {
            jumps++
            setClocks(new Date(Date.UTC(YEAR, month, day + days, 12)))
            await sleep(200)
          }
      }
      await pass(new Date(Date.UTC(YEAR, month, 8, 12)))
      const due = Math.floor((kills * (month + 1)) / months)
      while (killed.servers + killed.database < due) await kill()
    }
    const verdict = await db.system(async (tx) => {
      await disableTimeouts(tx)
      return judge(tx, fleets, months)
    })
    const minutes = Math.round((Date.now() - beganAt) / 600) / 100
    console.table(verdict.table)
    const tell = (figure: string, value: number, atMost?: number) =>
      report({ figure, value, unit: '', goal: atMost === undefined ? null : { atMost } })
    const { counts } = verdict
    tell('months to pay', fleets * months)
    tell('months without a record', counts.missing, 0)
    tell('charged twice', counts.chargedTwice, 0)
    tell('paid without a charge, charged without being paid, or a wrong amount', counts.wrong, 0)
    tell('holds left open', counts.stillHeld, 0)
    tell('months left open', counts.open, 0)
    tell('months given up after all retries', counts.givenUp)
    tell('months given up without an email', Math.abs(counts.givenUp - counts.mails), 0)
    tell('attempts', counts.attempts)
    tell('attempts declined', counts.declines)
    tell('kills of a server', killed.servers)
    tell('kills of the database', killed.database)
    tell('clock jumps', jumps)
    report({ figure: 'minutes', value: minutes, unit: 'min', goal: null })
  } finally {
    for (const child of servers) child.kill('SIGKILL')
    await db.close()
    await postgres.stop()
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }

  /** Sets the clocks to a moment and kills servers while they work, until nothing is pending. */
  async function pass(at: Date): Promise<void> {
    setClocks(at)
    const until = Date.now() + DAY_LIMIT_MS
    const share = kills / (months * 9)
    await sleep(100 + Math.random() * 300)
    if (Math.random() < share && killed.servers + killed.database < kills) await kill()
    setClocks(at)
    // A restarted server has to process the moment too.
    const isSeen = () => servers.every((server) => workedThrough.get(server) === at.toISOString())
    while (Date.now() < until && (!isSeen() || (await countUnderWay(db).catch(() => 1)) > 0)) {
      await sleep(100)
      setClocks(at)
    }
  }
}

async function makeFleets(db: Database, fleets: number): Promise<void> {
  await db.query(sql`
    insert into fleets (id, name, country, brand, time_zone, pays_through_platform, payment_providers,
      fuel_card_account_number, subscribed_from)
    select n, 'Fleet ' || n, case when n % 5 = 0 then 'CA' else 'US' end, case when n % 3 = 0 then 'boreal' else 'wheelbook' end,
      (${ZONES}::text[])[n % ${ZONES.length} + 1], true,
      case when n % 10 = 0 then '{WEX}'::text[] else '{Braintree}'::text[] end,
      '0412345678901', make_date(${YEAR}, 1, 1)
    from generate_series(1, ${fleets}::int) n`)
  await db.query(sql`
    insert into users (id, fleet_id, email, first_name, last_name, roles, password_hash)
    select n, n, 'owner' || n || '@example.com', 'Ada', 'Owner', '{Owner}'::text[], '' from generate_series(1, ${fleets}::int) n`)
  await db.query(sql`
    insert into payment_methods (fleet_id, owner_id, token, type, card_type, last_4, is_default, all_users)
    select n, n, 'bench-card-' || n, 'credit_card', 'Visa', '1111', true, true from generate_series(1, ${fleets}::int) n`)
  await db.query(sql`
    insert into vehicles (fleet_id, name_of_vehicle, odometer_units)
    select n, 'Van', 'mi' from generate_series(1, ${fleets}::int) n, generate_series(1, 2 + n % 4)`)
}

const countOf = async (db: Queryable, query: ReturnType<typeof sql>): Promise<number> =>
  (await db.query<{ n: number }>(query))[0]?.n ?? 0
/** Counts running payments, and months whose payment is not recorded yet. */
const countUnderWay = (db: Database) =>
  countOf(
    db,
    sql`select (select count(*) from payments where status in ('requested', 'unknown', 'authorized'))
      + (select count(*) from subscription_months m where status = 'open' and (last_attempt_on is null or exists (
          select from payments p where p.fleet_id = m.fleet_id and p.subscription_month = m.month
            and (p.status = 'captured' or p.reason = 'not_found') and p.attempt = (
              select max(attempt) from payments l where l.fleet_id = m.fleet_id and l.subscription_month = m.month))))
      as n`,
  )

async function killDatabase(db: Database): Promise<void> {
  const [victim] = await db
    .query<{ pid: number }>(
      sql`select pid from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid() limit 1`,
    )
    .catch(() => [])
  if (victim) process.kill(victim.pid, 'SIGKILL')
  // The database recovers from its log first.
  const isReachable = () =>
    db.query(sql`select 1`).then(
      () => true,
      () => false,
    )
  do await sleep(200)
  while (!(await isReachable()))
}

async function judge(db: Queryable, fleets: number, months: number) {
  const table = await db.query<{ month: string; paid: number; given_up: number; charges: number }>(sql`
    with charged as materialized (
      select regexp_replace(key, '-[0-9]+$', '') as subject, count(*) as n, sum(amount) as sum
      from card_sandbox.transactions where status = 'captured' group by 1
    ), billed as materialized (
      select fleet_id, subscription_month, count(*) as n, sum(capture_amount) as sum
      from payments where provider = 'WEX' and status = 'captured' group by 1, 2
    )
    select to_char(m.month, 'YYYY-MM') as month, count(*)::int as fleets,
      count(*) filter (where m.status = 'paid')::int as paid, count(*) filter (where m.status = 'failed')::int as given_up,
      sum(coalesce(c.n, 0) + coalesce(b.n, 0))::int as charges,
      max(coalesce(c.n, 0) + coalesce(b.n, 0))::int as most_per_fleet,
      sum(m.amount) filter (where m.status = 'paid')::text as owed,
      sum(coalesce(c.sum, 0) + coalesce(b.sum, 0))::text as charged
    from subscription_months m
    left join charged c on c.subject = 'subscription-' || m.fleet_id || '-' || to_char(m.month, 'YYYYMM')
    left join billed b on b.fleet_id = m.fleet_id and b.subscription_month = m.month
    group by m.month order by m.month`)
  const counts = {
    missing:
      fleets * months -
      (await countOf(
        db,
        sql`select count(*) as n from subscription_months where month < make_date(${YEAR}, ${months}, 1) + interval '1 month'`,
      )),
    chargedTwice: await countOf(
      db,
      sql`select count(*) as n from (select regexp_replace(key, '-[0-9]+$', '') from card_sandbox.transactions
        where status = 'captured' group by 1 having count(*) > 1) t`,
    ),
    /** Paid without a charge, charged without being paid, or a wrong amount. */
    wrong: await countOf(
      db,
      sql`select count(*) as n from subscription_months m left join lateral (
          select p.capture_amount, p.gateway_id, p.provider from payments p where p.fleet_id = m.fleet_id
            and p.subscription_month = m.month and p.status = 'captured') p on true
        left join card_sandbox.transactions t on t.id = p.gateway_id
        where (m.status = 'paid') is distinct from (p.capture_amount is not null)
          or (m.status = 'paid' and p.capture_amount is distinct from m.amount)
          or (m.status = 'paid' and p.provider = 'Braintree' and (t.amount is distinct from m.amount or t.status <> 'captured'))`,
    ),
    stillHeld: await countOf(
      db,
      sql`select count(*) as n from card_sandbox.transactions where status = 'authorized'`,
    ),
    open: await countOf(db, sql`select count(*) as n from subscription_months where status = 'open'`),
    givenUp: await countOf(db, sql`select count(*) as n from subscription_months where status = 'failed'`),
    mails: await countOf(db, sql`select count(*) as n from mails`),
    declines: await countOf(db, sql`select count(*) as n from payments where status = 'declined'`),
    attempts: await countOf(db, sql`select count(*) as n from payments`),
  }
  return { table, counts }
}
