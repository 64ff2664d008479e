import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { openDatabase } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'
import { buildDist, isBuildStale } from '#server/lifecycle/build.ts'
import { startProductionServer } from '#tests/support/production-server.ts'
import { load } from '#tools/bench/api/large/large-bench.ts'
import { largeRoutes } from '#tools/bench/api/large/large-routes.ts'
import { memoryOf, peakMemoryOf } from '#tools/bench/bulk/process-cost.ts'
import type { Report } from '#tools/bench/report/report.ts'
import { openBenchSession } from '#tools/bench/support/bench-fleet.ts'
import { median } from '#tools/bench/support/statistics.ts'

const ROOT = join(import.meta.dirname, '../../..')
/** Allows for the demo data on a busy machine. */
const TIMEOUT_MS = 300_000
const CLIENTS = 4
const FULL = { settleMs: 60_000, seconds: 3600, samples: 60 }
const QUICK = { settleMs: 10_000, seconds: 30, samples: 6 }

/**
 * Measures the resident memory of the server process (without PostgreSQL) after a start with the demo data, and
 * while four clients send reads for an hour. `--quick`: for half a minute. `--minutes 10` for another duration.
 */
export async function memoryBench(args: string[], report: Report): Promise<void> {
  const { values } = parseArgs({
    args,
    options: { quick: { type: 'boolean', default: false }, minutes: { type: 'string' } },
  })
  const plan = values.quick ? QUICK : FULL
  const seconds = values.minutes ? Number(values.minutes) * 60 : plan.seconds
  if (await isBuildStale(ROOT)) await buildDist(ROOT)
  const server = await startDemo()
  try {
    await sleep(plan.settleMs)
    const reportFigure = (figure: string, value: number, atMost: number | null) =>
      report({ figure, value, unit: 'MB', goal: atMost === null ? null : { atMost }, samples: plan.samples })
    const idle = { value: await memoryOf(server.pid), unit: 'MB', goal: { atMost: 180 } }
    report({ figure: 'idle after the demo start', ...idle })
    const memory: number[] = []
    for (let nth = 0; nth < plan.samples; nth++) {
      const { failed } = await server.load(Math.ceil(seconds / plan.samples))
      if (failed > 0) throw new Error(`${failed} requests failed.`)
      memory.push(await memoryOf(server.pid))
    }
    const half = memory.slice(0, plan.samples / 2)
    const growth = median(memory.slice(plan.samples / 2)) - median(half)
    reportFigure(`after ${Math.round(seconds / 60)} min of load`, memory.at(-1) ?? Number.NaN, 300)
    reportFigure('growth from the first half of the load to the second, medians', growth, 15)
    reportFigure('peak', await peakMemoryOf(server.pid), null)
  } finally {
    await server.stop()
  }
}

/** Starts the server with the demo data, like `npm start`, on a new data folder. */
async function startDemo() {
  const base = await mkdtemp(join(tmpdir(), 'wheelbook-memory-'))
  await chmod(base, 0o711)
  const env = { DEMO: 'true', CATALOGUE: 'true', LOG_LEVEL: 'warn' }
  const server = await startProductionServer({ dataFolder: join(base, 'data'), env, timeoutMs: TIMEOUT_MS })
  const db = openDatabase(server.databaseUrl, { max: 1 })
  const token = await largestFleetSession(db).finally(() => db.close())
  const requests = largeRoutes(new Date().toISOString().slice(0, 10)).flatMap((route) => route.requests)
  return {
    pid: server.child.pid,
    load: (seconds: number) =>
      load({ url: server.url, token, requests, connections: CLIENTS, seconds }, undefined),
    async stop() {
      await server.stop()
      await rm(base, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

async function largestFleetSession(db: ReturnType<typeof openDatabase>): Promise<string> {
  const [owner] = await db.query<{ id: number; email: string; fleet_id: number }>(sql`
    select u.id, u.email, u.fleet_id from users u where 'Owner' = any(u.roles) and u.is_active
    order by (select count(*) from vehicles v where v.fleet_id = u.fleet_id) desc, u.id limit 1`)
  if (!owner) throw new Error('The demo has no owner')
  return openBenchSession(db, { id: owner.fleet_id, owner, vehicleIds: [] })
}
