import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs, promisify } from 'node:util'
import { buildDist, isBuildStale } from '#server/lifecycle/build.ts'
import { freePort, onCore, startProductionServer } from '#tests/support/production-server.ts'
import type { Report } from '#tools/bench/report/report.ts'
import { median } from '#tools/bench/support/statistics.ts'
import type { BareServerOptions } from './bare-server.ts'
import { companyBench } from './company/company-bench.ts'
import { largeBench } from './large/large-bench.ts'
import type { LoadOptions, LoadResult } from './load.ts'
import { type BenchRoute, ROUTES } from './routes.ts'
import { makeStage, recordRoutes, type Stage } from './stage.ts'

/** Minimum throughput relative to the bare route. */
const GOAL = 0.6
const WARM_UP_SECONDS = 3

/** Pins both servers and the database to one core and the load to another, if there are two. */
const canPin = process.platform === 'linux' && availableParallelism() > 1
const SERVER_CORE = canPin ? 0 : undefined
const LOAD_CORE = canPin ? 1 : undefined

const ROOT = join(import.meta.dirname, '../../..')
const here = (file: string) => join(import.meta.dirname, file)

interface Subjects {
  wheelbook: string
  bare: string
}
type Loads = Record<keyof Subjects, LoadResult[]>

/**
 * Measures requests per second and p99 of the vehicle page and of creating a history on the production server, compared
 * with bare routes that run the same SQL on the same database: alternating, medians. `--rounds 5 --seconds 8`,
 * `--quick` for a smoke run, `--profile <folder>` for CPU profiles of the server. Then measures p99 of calls on a fleet
 * with a million orders (quick: a small one), and of calls across the fleets of a management company. `--only bare`,
 * `--only large` or `--only company` runs one of the three, `--data <folder>` keeps its database for the next run,
 * `--route shops` selects calls by name, `--part 5` creates a fifth of the company's vehicles and orders.
 */
export async function apiBench(args: string[], report: Report): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      rounds: { type: 'string' },
      seconds: { type: 'string' },
      quick: { type: 'boolean', default: false },
      profile: { type: 'string' },
      only: { type: 'string' },
      data: { type: 'string' },
      route: { type: 'string', default: '' },
      part: { type: 'string', default: '1' },
    },
  })
  const rounds = Number(values.rounds ?? (values.quick ? 1 : 5))
  const seconds = Number(values.seconds ?? (values.quick ? 3 : 8))
  if (await isBuildStale(ROOT)) await buildDist(ROOT)
  const base = await mkdtemp(join(tmpdir(), 'wheelbook-bench-'))
  await chmod(base, 0o711)
  try {
    const wanted = (part: string) => values.only === undefined || values.only === part
    const shared = {
      seconds,
      isQuick: values.quick,
      route: values.route,
      serverCore: SERVER_CORE,
      loadCore: LOAD_CORE,
    }
    if (wanted('large'))
      await largeBench({ dataFolder: values.data ?? join(base, 'large'), ...shared }, report)
    if (wanted('company')) {
      const part = Number(values.part)
      await companyBench({ dataFolder: values.data ?? join(base, 'company'), part, ...shared }, report)
    }
    if (wanted('bare')) await bench(base, { rounds, seconds, profile: values.profile }, report)
  } finally {
    await rm(base, { recursive: true, force: true, maxRetries: 5 })
  }
}

async function bench(
  base: string,
  run: { rounds: number; seconds: number; profile: string | undefined },
  report: Report,
): Promise<void> {
  const dataFolder = join(base, 'data')
  const recording = join(base, 'statements.jsonl')
  const first = await startProductionServer({ dataFolder })
  const stage = await makeStage(first).finally(() => first.stop())
  const routes = await recordRoutes(dataFolder, recording, ROUTES, stage)

  const server = await startProductionServer({
    dataFolder,
    core: SERVER_CORE,
    logFile: join(base, 'server.log'),
    nodeOptions: run.profile ? ['--cpu-prof', `--cpu-prof-dir=${run.profile}`] : [],
  })
  const bare = await startBareServer({
    databaseUrl: server.databaseUrl,
    port: await freePort(),
    recording,
    routes,
  })
  console.error(canPin ? 'servers on core 0, load on core 1' : 'not pinned')
  try {
    for (const route of ROUTES)
      reportRoute(report, route, await measure(route, { wheelbook: server.url, bare: bare.url }, stage, run))
  } finally {
    await bare.stop()
    await server.stop()
  }
}

/** Alternates, so that other load on the machine affects both. */
async function measure(
  route: BenchRoute,
  subjects: Subjects,
  stage: Stage,
  run: { rounds: number; seconds: number },
): Promise<Loads> {
  const loads: Loads = { wheelbook: [], bare: [] }
  const order = ['wheelbook', 'bare'] as const
  for (const who of order) await load({ url: subjects[who], route, seconds: WARM_UP_SECONDS, ...stage })
  for (let round = 0; round < run.rounds; round++) {
    for (const who of round % 2 === 0 ? order : order.toReversed()) {
      const figure = await load({ url: subjects[who], route, seconds: run.seconds, ...stage })
      if (figure.failed > 0) throw new Error(`${figure.failed} requests to ${who} failed on ${route.name}.`)
      loads[who].push(figure)
    }
  }
  return loads
}

async function load(options: LoadOptions): Promise<LoadResult> {
  const [command = '', ...args] = onCore(LOAD_CORE, [
    process.execPath,
    here('load.ts'),
    JSON.stringify(options),
  ])
  const { stdout } = await promisify(execFile)(command, args)
  return JSON.parse(stdout) as LoadResult
}

async function startBareServer(options: BareServerOptions) {
  const script = [process.execPath, here('bare-server.ts'), JSON.stringify(options)]
  const [command = '', ...args] = onCore(SERVER_CORE, script)
  const child = spawn(command, args, {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, NODE_ENV: 'production' },
  })
  const ready = await Promise.race([once(child.stdout, 'data'), once(child, 'exit')])
  if (typeof ready[0] === 'number') throw new Error('The bare server did not start.')
  return {
    url: `http://127.0.0.1:${options.port}`,
    async stop() {
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}

function reportRoute(report: Report, { name }: BenchRoute, loads: Loads): void {
  const of = (who: keyof Loads, what: 'requestsPerSecond' | 'p99Ms') =>
    median(loads[who].map((one) => one[what]))
  const rest = { goal: null, samples: loads.wheelbook.length }
  for (const [who, server] of [
    ['wheelbook', 'the server'],
    ['bare', 'bare Fastify with the same SQL'],
  ] as const) {
    report({ figure: `${name}, ${server}`, value: of(who, 'requestsPerSecond'), unit: 'requests/s', ...rest })
    report({ figure: `${name}, ${server}, p99`, value: of(who, 'p99Ms'), unit: 'ms', ...rest })
  }
  report({
    figure: `${name}, share of the bare server`,
    value: of('wheelbook', 'requestsPerSecond') / of('bare', 'requestsPerSecond'),
    unit: '',
    ...rest,
    goal: { atLeast: GOAL },
  })
}
