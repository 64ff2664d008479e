import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { type Database, openDatabase } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'
import { type Client, clientOf } from '#tests/support/client.ts'
import { startProductionServer } from '#tests/support/production-server.ts'
import { type BenchVehicle, historyBody } from '#tools/bench/api/routes.ts'
import type { Report } from '#tools/bench/report/report.ts'
import { makeBenchFleet, openBenchSession, seedBenchBasics } from '#tools/bench/support/bench-fleet.ts'
import { percentile } from '#tools/bench/support/statistics.ts'
import type { Noise } from './noise.ts'

/** Clients of the quiet fleet, each with one request at a time. */
const CLIENTS = 4
/** What a person does between two requests. */
const PAUSE_MS = 20

interface World {
  url: string
  quiet: { token: string; vehicles: BenchVehicle[]; today: string }
  noisy: { token: string }
}

/**
 * Measures what a noisy fleet (ten downloads of all its vehicles and orders, and two bulk uploads, without a pause) does
 * to the calls of another fleet. The quiet fleet is measured before, during and after the noise, so that a slow
 * machine slows all three. `--seconds 30 --vehicles 20000` are the length of each part and the size of the noisy fleet,
 * `--exports 10 --uploads 2` its noise.
 */
export async function neighboursBench(args: string[], report: Report): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      seconds: { type: 'string', default: '30' },
      vehicles: { type: 'string', default: '20000' },
      exports: { type: 'string', default: '10' },
      uploads: { type: 'string', default: '2' },
      quick: { type: 'boolean', default: false },
    },
  })
  const tell = (figure: string, value: number, unit = 'ms') => report({ figure, value, unit, goal: null })
  const seconds = values.quick ? 8 : Number(values.seconds)
  const base = await mkdtemp(join(tmpdir(), 'wheelbook-neighbours-'))
  await chmod(base, 0o711)
  const server = await startProductionServer({ dataFolder: join(base, 'data'), isApiOnly: true })
  const db = openDatabase(server.databaseUrl, { max: 1 })
  try {
    const world = { url: server.url, ...(await makeWorld(db, Number(values.vehicles))) }
    await measure(world, 3)
    const before = await measure(world, seconds)
    const [exports, uploads] = [Number(values.exports), Number(values.uploads)]
    const noise = startNoise({ url: server.url, token: world.noisy.token, exports, uploads })
    await once(noise, 'message')
    const during = await measure(world, seconds)
    const [done] = await Promise.all([once(noise, 'message'), noise.send('end')])
    await once(noise, 'exit')
    await untilUploadsEnd(db)
    const after = await measure(world, seconds)
    for (const [when, { times }] of Object.entries({ before, during, after }))
      tell(`calls of a quiet fleet ${when} the noise, p99`, percentile(times, 0.99))
    const calm = [...before.times, ...after.times]
    for (const part of [50, 95, 99]) {
      tell(`calls of a quiet fleet alone, p${part}`, percentile(calm, part / 100))
      tell(`calls of a quiet fleet beside a noisy one, p${part}`, percentile(during.times, part / 100))
    }
    report({
      figure: 'p99 beside a noisy fleet, times the p99 alone',
      value: percentile(during.times, 0.99) / percentile(calm, 0.99),
      unit: '×',
      goal: { atMost: 1.5 },
    })
    report({
      figure: 'calls of the quiet fleet that failed',
      value: before.failed + during.failed + after.failed,
      unit: '',
      goal: { atMost: 0 },
    })
    const [{ files, rows }] = done as [{ files: number; rows: number }]
    tell('downloads that the noisy fleet completed meanwhile', files, '')
    tell('rows that the noisy fleet uploaded meanwhile', rows, '')
  } finally {
    await db.close()
    await server.stop()
    await rm(base, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** The uploads continue without their client. */
async function untilUploadsEnd(db: Database): Promise<void> {
  const running = sql`select 1 from bulk_upsertions where finished_at is null limit 1`
  while ((await db.query(running)).length > 0) await sleep(250)
}

async function makeWorld(db: Database, size: number) {
  await seedBenchBasics(db)
  const noisy = await makeBenchFleet(db, { id: 901, vehicles: size, histories: size / 2 })
  const quiet = await makeBenchFleet(db, { id: 950, vehicles: 2000, histories: 10_000 })
  const vehicles = await db.query<BenchVehicle>(
    sql`select id, odometer from vehicles where fleet_id = ${quiet.id} order by id`,
  )
  const [{ today = '' } = {}] = await db.query<{ today: string }>(
    sql`select (now() at time zone time_zone)::date::text as today from fleets where id = ${quiet.id}`,
  )
  return {
    noisy: { token: await openBenchSession(db, noisy) },
    quiet: { token: await openBenchSession(db, quiet), vehicles, today },
  }
}

/** Runs the noise in a process of its own, which yields to the measuring one. */
function startNoise(noise: Noise): ChildProcess {
  const script = join(import.meta.dirname, 'noise.ts')
  const child = spawn('nice', ['-n', '10', process.execPath, script, JSON.stringify(noise)], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  child.once('error', (error) => {
    throw error
  })
  return child
}

/** Sends a mix of a manager's calls for a while. Returns the time of each in ms, and how many failed. */
async function measure({ url, quiet }: World, seconds: number) {
  const until = performance.now() + seconds * 1000
  const times: number[] = []
  let failed = 0
  let next = 0
  const api = clientOf(url, { authorization: `Bearer ${quiet.token}` })
  const calls: ((api: Client, vehicle: BenchVehicle) => ReturnType<Client['get']>)[] = [
    (api) => api.get('/vehicles?per_page=50'),
    (api, { id }) => api.get(`/vehicles/${id}`),
    (api, { id }) => api.get(`/vehicles?per_page=50&search=${id}`),
    (api) => api.get('/fleets/me/vehicle_services?tab=upcoming&per_page=50'),
    (api, vehicle) =>
      api.post('/manual_maintenance_histories', historyBody(vehicle, quiet.today), {
        'idempotency-key': randomUUID(),
      }),
  ]
  await Promise.all(
    Array.from({ length: CLIENTS }, async () => {
      while (performance.now() < until) {
        const nth = next++
        const vehicle = quiet.vehicles[nth % quiet.vehicles.length]
        const call = calls[nth % calls.length]
        if (!vehicle || !call) throw new RangeError('No vehicles')
        const begun = performance.now()
        const { status } = await call(api, vehicle)
        times.push(performance.now() - begun)
        if (status >= 300) failed++
        await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
      }
    }),
  )
  return { times, failed }
}
