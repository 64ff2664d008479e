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
import { type ApiResponse, type Client, clientOf } from '#tests/support/client.ts'
import { startProductionServer } from '#tests/support/production-server.ts'
import { type BenchVehicle, historyBody } from '#tools/bench/api/routes.ts'
import { poissonTimes } from '#tools/bench/open-loop/poisson.ts'
import { type CallResult, type Sample, sendOnSchedule } from '#tools/bench/open-loop/send-on-schedule.ts'
import { summarize } from '#tools/bench/open-loop/summary.ts'
import type { Report } from '#tools/bench/report/report.ts'
import { makeBenchFleet, openBenchSession, seedBenchBasics } from '#tools/bench/support/bench-fleet.ts'
import { median } from '#tools/bench/support/statistics.ts'
import type { Noise, NoiseDone } from './noise.ts'

/** After this, a call counts as timed out. */
const TIMEOUT_MS = 10_000

interface World {
  url: string
  /** Calls of the quiet fleet per second. */
  rate: number
  quiet: { token: string; vehicles: BenchVehicle[]; today: string }
  noisy: { token: string }
}

/**
 * Measures what a noisy fleet (ten downloads of all its vehicles and orders, and two bulk uploads, without a pause) does
 * to the calls of another fleet. The quiet fleet is measured before, during and after the noise in each of
 * `--rounds 3`, so that a slow machine slows all three. Its calls arrive on a schedule, `--rate 40` a second, whether or not earlier ones were answered.
 * `--seconds 30 --vehicles 20000` are the length of each part and the size of the noisy fleet, `--exports 10 --uploads 2`
 * its noise.
 */
export async function neighboursBench(args: string[], report: Report): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      seconds: { type: 'string', default: '30' },
      vehicles: { type: 'string', default: '20000' },
      exports: { type: 'string', default: '10' },
      uploads: { type: 'string', default: '2' },
      rate: { type: 'string', default: '40' },
      rounds: { type: 'string', default: '3' },
      quick: { type: 'boolean', default: false },
    },
  })
  const seconds = values.quick ? 8 : Number(values.seconds)
  const base = await mkdtemp(join(tmpdir(), 'wheelbook-neighbours-'))
  await chmod(base, 0o711)
  const server = await startProductionServer({ dataFolder: join(base, 'data'), isApiOnly: true })
  const db = openDatabase(server.databaseUrl, { max: 1 })
  let noise: ChildProcess | null = null
  try {
    const world = {
      url: server.url,
      rate: Number(values.rate),
      ...(await makeWorld(db, Number(values.vehicles))),
    }
    await measure(world, 3)
    const [exports, uploads] = [Number(values.exports), Number(values.uploads)]
    const rounds: Round[] = []
    let before = await measure(world, seconds)
    while (rounds.length < Number(values.rounds)) {
      noise = startNoise({ url: server.url, token: world.noisy.token, exports, uploads })
      await once(noise, 'message')
      const during = await measure(world, seconds)
      const [[done]] = await Promise.all([once(noise, 'message') as Promise<[NoiseDone]>, noise.send('end')])
      await once(noise, 'exit')
      await untilUploadsEnd(db)
      const after = await measure(world, seconds)
      rounds.push({ before, during, after, done })
      before = after
    }
    reportNeighbours(report, rounds, seconds)
  } finally {
    noise?.kill()
    await db.close()
    await server.stop()
    await rm(base, { recursive: true, force: true, maxRetries: 5 })
  }
}

interface Round {
  before: Sample[]
  during: Sample[]
  after: Sample[]
  done: NoiseDone
}

function reportNeighbours(report: Report, rounds: Round[], seconds: number): void {
  const reportFigure = (figure: string, value: number, unit = 'ms') =>
    report({ figure, value, unit, goal: null })
  const calm = summarize(
    rounds.flatMap(({ before, after }, nth) => (nth === 0 ? [...before, ...after] : after)),
    (rounds.length + 1) * seconds,
  )
  const noisy = summarize(
    rounds.flatMap(({ during }) => during),
    rounds.length * seconds,
  )
  for (const part of ['p50', 'p95', 'p99'] as const) {
    reportFigure(`calls of a quiet fleet alone, ${part}`, calm.all[part])
    reportFigure(`calls of a quiet fleet beside a noisy one, ${part}`, noisy.all[part])
  }
  reportRatios(report, rounds, seconds)
  const problems = { ...calm.problems, ...noisy.problems }
  const failed = [calm, noisy].map(({ counts }) => counts.failed + counts.refused + counts['timed out'])
  report({
    figure: 'calls of the quiet fleet that failed',
    value: failed.reduce((sum, count) => sum + count, 0),
    unit: '',
    goal: { atMost: 0 },
    ...(Object.keys(problems).length > 0 && { note: JSON.stringify(problems) }),
  })
  reportFigure('calls of a quiet fleet beside a noisy one, offered', noisy.offered, 'calls/s')
  reportFigure('calls of a quiet fleet beside a noisy one, answered', noisy.achieved, 'calls/s')
  reportFigure('how late the calls were sent, p99', Math.max(calm.generatorLagMs, noisy.generatorLagMs))
  const total = (name: keyof NoiseDone) => rounds.reduce((sum, { done }) => sum + done[name], 0)
  reportFigure('downloads that the noisy fleet completed meanwhile', total('files'), '')
  reportFigure('rows that the noisy fleet uploaded meanwhile', total('rows'), '')
  reportFigure('requests of the noisy fleet that were refused', total('refused'), '')
  reportFigure('requests of the noisy fleet that failed', total('failed'), '')
}

/**
 * Reports the median of each ratio over the rounds, because other work on the machine changes from one period to the next. The
 * ratio of after to before shows how much: the noise is over in both.
 */
function reportRatios(report: Report, rounds: readonly Round[], seconds: number): void {
  const p99 = (samples: Sample[]) => summarize(samples, seconds).all.p99
  const ratios: [figure: string, of: (round: Round) => number][] = [
    [
      'p99 beside a noisy fleet, times the p99 before and after',
      ({ before, during, after }) => p99(during) / summarize([...before, ...after], 2 * seconds).all.p99,
    ],
    ['p99 beside a noisy fleet, times the p99 before', ({ before, during }) => p99(during) / p99(before)],
    ['p99 after the noise, times the p99 before', ({ before, after }) => p99(after) / p99(before)],
  ]
  for (const [figure, ratioOf] of ratios) {
    const all = rounds.map(ratioOf)
    report({
      figure,
      value: median(all),
      unit: '×',
      goal: { atMost: 1.5 },
      note: `each round: ${all.map((ratio) => ratio.toFixed(2)).join(', ')}`,
    })
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

/** Sends a mix of a manager's calls on a schedule. Returns a sample of each. */
async function measure({ url, quiet, rate }: World, seconds: number): Promise<Sample[]> {
  const api = clientOf(url, { authorization: `Bearer ${quiet.token}` })
  const calls: Record<string, (vehicle: BenchVehicle) => ReturnType<Client['get']>> = {
    list: () => api.get('/vehicles?per_page=50'),
    vehicle: ({ id }) => api.get(`/vehicles/${id}`),
    search: ({ id }) => api.get(`/vehicles?per_page=50&search=${id}`),
    due: () => api.get('/fleets/me/vehicle_services?tab=upcoming&per_page=50'),
    entry: (vehicle) =>
      api.post('/manual_maintenance_histories', historyBody(vehicle, quiet.today), {
        'idempotency-key': randomUUID(),
      }),
  }
  const names = Object.keys(calls)
  const arrivals = poissonTimes(rate, seconds, 'neighbours').map((atMs, nth) => ({
    atMs,
    nth,
    call: names[nth % names.length] ?? '',
  }))
  return sendOnSchedule(arrivals, async ({ call, nth }) => {
    const vehicle = quiet.vehicles[nth % quiet.vehicles.length]
    const send = calls[call]
    if (!vehicle || !send) throw new RangeError('No vehicles')
    const timeout = sleep(TIMEOUT_MS, { outcome: 'timed out' as const }, { ref: false })
    return Promise.race([timeout, send(vehicle).then(resultOf, () => ({ outcome: 'failed' as const }))])
  })
}

function resultOf({ status, body }: ApiResponse): CallResult {
  if (status < 300) return { outcome: 'ok' }
  return { outcome: status === 429 || status === 503 ? 'refused' : 'failed', why: `${status} ${body?.code}` }
}
