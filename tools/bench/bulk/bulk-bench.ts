import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { BulkUpsertion } from '#contract/vehicles/bulk.ts'
import { type Database, openDatabase } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'
import { builders } from '#tests/support/builders.ts'
import { type FileRow, fileOf, manyRows, upload } from '#tests/support/bulk-files.ts'
import { type Client, clientOf } from '#tests/support/client.ts'
import { freePort, type ProductionServer, startProductionServer } from '#tests/support/production-server.ts'
import type { Goal } from '#tools/bench/report/figure.ts'
import type { Report } from '#tools/bench/report/report.ts'
import { percentile } from '#tools/bench/support/statistics.ts'
import { cpuSecondsOf, databaseCpuSeconds, memoryOf, peakMemoryOf, resetPeakMemory } from './process-cost.ts'

const CHUNK = 1000
const GROWTH = 'peak memory of the server, all rows compared with a tenth of them'
const LOOKS_MS = 50

interface TestSetup {
  db: Database
  server: ProductionServer
  restart(signal: 'SIGTERM' | 'SIGKILL'): Promise<void>
}

/** Cost of writing all rows. */
interface Writing {
  seconds: number
  databaseCpu: number
}

/**
 * Measures a bulk upload of 100,000 rows: rows per second compared with a bare INSERT … SELECT unnest of the same rows
 * into the same table in the same run; server memory compared with a tenth of the rows; other calls during the upload
 * (P-12); and that ten kills of the server lose and duplicate nothing. `--rows 10000 --kills 3` makes it
 * smaller.
 */
export async function bulkBench(args: string[], report: Report): Promise<void> {
  const { values } = parseArgs({
    args,
    options: { rows: { type: 'string', default: '100000' }, kills: { type: 'string', default: '10' } },
  })
  const [rows, kills] = [Number(values.rows), Number(values.kills)]
  const reportFigure = (figure: string, value: number, unit: string, goal: Goal | null = null) =>
    report({ figure, value, unit, goal })
  const setup = await startSetup()
  try {
    const file = manyRows(rows)
    const few = file.slice(0, rows / 10)
    const beside = await uploaded(setup, few, { isAsked: true })
    reportFigure(`other calls beside ${few.length} rows, p99`, percentile(beside.others, 0.99), 'ms', {
      atMost: 200,
    })
    await setup.restart('SIGTERM')
    const small = await uploaded(setup, few)
    reportFigure(`peak memory of the server, ${few.length} rows`, small.peakMb, 'MB')
    await setup.restart('SIGTERM')
    // Measured before and after, so that changing load on the machine does not distort the result.
    const before = await bareInsert(setup.db, file)
    const whole = await uploaded(setup, file)
    reportFigure(`peak memory of the server, ${rows} rows`, whole.peakMb, 'MB')
    reportFigure('of it above rest', whole.peakMb - whole.restMb, 'MB')
    reportFigure(GROWTH, whole.peakMb - small.peakMb, 'MB', { atMost: 30 })
    const bare = meanOf(before, await bareInsert(setup.db, file))
    reportFigure('bare INSERT … SELECT unnest', rows / bare.seconds, 'rows/s')
    reportFigure('upload', rows / whole.seconds, 'rows/s')
    reportFigure('upload, share of the bare insert', (100 * bare.seconds) / whole.seconds, '%', {
      atLeast: 50,
    })
    reportFigure('work of the bare insert, database', bare.databaseCpu, 's of CPU')
    reportFigure('work of the upload, database', whole.databaseCpu, 's of CPU')
    reportFigure('work of the upload, server', whole.serverCpu, 's of CPU')
    const work = whole.databaseCpu + whole.serverCpu
    reportFigure('upload, share of the bare insert by work', (100 * bare.databaseCpu) / work, '%')
    const again = await uploaded(setup, file, { fleetId: whole.fleetId })
    reportFigure('the same file again, nothing new', rows / again.seconds, 'rows/s')
    const killed = await uploaded(setup, file, { kills })
    reportFigure('kills in the middle', killed.kills, '', { atLeast: kills })
    reportFigure('lost or duplicated by them', killed.wrong, 'rows', { atMost: 0 })
  } finally {
    await setup.stop()
  }
}

async function startSetup() {
  const base = await mkdtemp(join(tmpdir(), 'wheelbook-bulk-'))
  await chmod(base, 0o711)
  const port = await freePort()
  const start = () => startProductionServer({ dataFolder: join(base, 'data'), port, isApiOnly: true })
  const server = await start()
  const db = openDatabase(server.databaseUrl, { max: 2 })
  const setup = {
    db,
    server,
    async restart(signal: 'SIGTERM' | 'SIGKILL') {
      setup.server.child.kill(signal)
      await setup.server.exited
      setup.server = await start()
      if (signal === 'SIGTERM') await warmUp(setup)
    },
    async stop() {
      await db.close()
      await setup.server.stop()
      await rm(base, { recursive: true, force: true, maxRetries: 5 })
    },
  }
  await warmUp(setup)
  return setup
}

/** The first VIN unpacks the catalog, which is not measured. */
const warmUp = (setup: TestSetup) => uploaded(setup, manyRows(4))

/** Writes the same rows in chunks of the same size, like a script that has all VINs decoded already. */
async function bareInsert(db: Database, rows: readonly FileRow[]): Promise<Writing> {
  const fleet = await builders(db).fleet()
  const cpuBefore = await databaseCpuSeconds(db)
  const startedAt = performance.now()
  for (let at = 0; at < rows.length; at += CHUNK) {
    const some = rows.slice(at, at + CHUNK)
    const all = (key: keyof FileRow) => some.map((row) => row[key])
    await db.tenant(fleet.id, (tx) =>
      tx.query(sql`
        insert into vehicles (fleet_id, odometer_units, year, make, model, vin, license_plate_number, license_plate_state,
          name_of_vehicle, other_id, department_number, odometer)
        select ${fleet.id}, 'mi', 2020, 'Ford', 'F-150', r.* from unnest(${all('vin')}::text[],
          ${all('license_plate_number')}::text[], ${all('license_plate_state')}::text[], ${all('name_of_vehicle')}::text[],
          ${all('other_id')}::text[], ${all('department_number')}::text[], ${all('odometer')}::int[]) as r`),
    )
  }
  const seconds = (performance.now() - startedAt) / 1000
  const databaseCpu = (await databaseCpuSeconds(db)) - cpuBefore
  await leaveOutDueDates(db, fleet.id)
  return { seconds, databaseCpu }
}

const meanOf = (one: Writing, other: Writing): Writing => ({
  seconds: (one.seconds + other.seconds) / 2,
  databaseCpu: (one.databaseCpu + other.databaseCpu) / 2,
})

interface UploadOptions {
  /** A fleet with vehicles. Default: a new one. */
  fleetId?: number
  /** Number of server kills, spread over the file. */
  kills?: number
  /** Whether other clients request vehicles during the upload. */
  isAsked?: boolean
}

/** Uploads a file and waits until it is processed. */
async function uploaded(setup: TestSetup, rows: readonly FileRow[], options: UploadOptions = {}) {
  const { db } = setup
  const { kills = 0, isAsked = false } = options
  const build = builders(db)
  const fleet = options.fleetId === undefined ? await build.fleet() : { id: options.fleetId }
  const user = await build.user(fleet, { email: `bench-${crypto.randomUUID()}@example.com` })
  const cookie = `authentication_token=${await build.session(user)}`
  const client = () => clientOf(setup.server.url, { cookie })
  const { pid } = setup.server.child
  const restMb = await memoryOf(pid)
  await resetPeakMemory(pid)
  const cpuBefore = [await cpuSecondsOf(pid), await databaseCpuSeconds(db)] as const
  const startedAt = performance.now()
  const { status, body } = await upload(client(), fileOf(rows))
  if (!body.id) throw new Error(`The upload was answered with ${status}: ${JSON.stringify(body)}`)
  let killed = 0
  const others: number[] = []
  for (;;) {
    if (isAsked) others.push(await timeOf(client()))
    const state = await stateOf(db, body.id)
    if (state?.finished_at) break
    // Spread over the file.
    if (killed < kills && (state?.rows_done ?? 0) >= ((killed + 1) * rows.length) / (kills + 1)) {
      await setup.restart('SIGKILL')
      killed++
    }
    await sleep(LOOKS_MS)
  }
  const seconds = (performance.now() - startedAt) / 1000
  const cost = {
    serverCpu: (await cpuSecondsOf(pid)) - cpuBefore[0],
    databaseCpu: (await databaseCpuSeconds(db)) - cpuBefore[1],
    peakMb: await peakMemoryOf(pid),
  }
  await leaveOutDueDates(db, fleet.id)
  const wrong = await wrongRows(db, fleet.id, user.email, rows.length)
  return { fleetId: fleet.id, seconds, restMb, ...cost, others, kills: killed, wrong }
}

/**
 * Due dates are computed in the background after an upload and would distort the next measurement, so they are marked
 * as done.
 */
async function leaveOutDueDates(db: Database, fleetId: number): Promise<void> {
  await db.system(async (tx) => {
    await tx.query(sql`set local statement_timeout = 0`)
    await tx.query(sql`
      insert into vehicle_schedules (vehicle_id, fleet_id, computed_on, completions_on, fingerprint)
      select id, fleet_id, current_date + 1, current_date + 1, '' from vehicles where fleet_id = ${fleetId} order by id
      on conflict (vehicle_id) do update set computed_on = excluded.computed_on,
        completions_on = excluded.completions_on, fingerprint = excluded.fingerprint`)
  })
}

async function stateOf(db: Database, id: string): Promise<BulkUpsertion | undefined> {
  const [row] = await db.query<BulkUpsertion>(
    sql`select rows_done, finished_at, status from bulk_upsertions where id = ${id}`,
  )
  return row
}

/** Counts missing or extra vehicles, readings and mails. */
async function wrongRows(db: Database, fleetId: number, email: string, rows: number): Promise<number> {
  const [found] = await db.query<{ vehicles: number; readings: number; mails: number }>(sql`
    select (select count(*) from vehicles where fleet_id = ${fleetId}) as vehicles,
      (select count(*) from odometer_readings where fleet_id = ${fleetId}) as readings,
      (select count(*) from mails where recipient = ${email}) as mails`)
  if (!found) return rows
  return Math.abs(found.vehicles - rows) + Math.abs(found.readings - rows) + Math.abs(found.mails - 1)
}

async function timeOf(client: Client): Promise<number> {
  const startedAt = performance.now()
  await client.get('/vehicles?per_page=10').catch(() => {})
  return performance.now() - startedAt
}
