import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { openDatabase } from '#server/db/database.ts'
import { onCore, type ProductionServer, startProductionServer } from '#tests/support/production-server.ts'
import { environmentLine } from '#tools/bench/environment.ts'
import { rounded } from '#tools/bench/support/statistics.ts'
import { FULL, type LargeSize, makeLargeFleet, SMALL } from './large-fleet.ts'
import type { LargeLoadOptions, LargeLoadResult } from './large-load.ts'
import { type LargeRoute, largeRoutes } from './large-routes.ts'

/** Allows for migrating a folder filled by an earlier version. */
const PATIENCE_MS = 600_000
/** Users who send requests without a pause. More than a core can handle, so they mostly wait for each other. */
const CONNECTIONS = 4

interface LargeRun {
  dataFolder: string
  seconds: number
  /** Uses a small fleet for a smoke run. */
  isQuick: boolean
  /** Selects calls whose name contains this. */
  route: string
  serverCore: number | undefined
  loadCore: number | undefined
}

/**
 * Measures p99 of the services tabs, the aggregate and the shop search on a large fleet. Returns whether all goals are
 * met.
 */
export async function largeBench(run: LargeRun): Promise<boolean> {
  const say = (line: string) => console.error(`  … ${line}`)
  const server = await startProductionServer({
    dataFolder: run.dataFolder,
    core: run.serverCore,
    timeoutMs: PATIENCE_MS,
  })
  try {
    const size = run.isQuick ? SMALL : FULL
    const { orders, vehicles, shops, users } = size
    console.error(
      `${environmentLine()} · ${orders} orders, ${vehicles} vehicles, ${shops} shops, ${users} users, ${CONNECTIONS} connections`,
    )
    const token = await fill(server, size, say)
    let isGood = true
    for (const route of largeRoutes(new Date().toISOString().slice(0, 10))) {
      if (!route.name.includes(run.route)) continue
      const ask = (connections: number, seconds: number) =>
        load({ url: server.url, token, requests: route.requests, connections, seconds }, run.loadCore)
      await ask(CONNECTIONS, 2)
      const { p99Ms: aloneP99Ms } = await ask(1, run.seconds)
      isGood = report(route, await ask(CONNECTIONS, run.seconds), aloneP99Ms) && isGood
    }
    return isGood
  } finally {
    await server.stop()
  }
}

async function fill(server: ProductionServer, size: LargeSize, say: (line: string) => void): Promise<string> {
  const db = openDatabase(server.databaseUrl, { max: 1 })
  try {
    return await makeLargeFleet(db, size, say)
  } finally {
    await db.close()
  }
}

/** Runs one load in a separate process, pinned to a core if there are several. */
export async function load(options: LargeLoadOptions, core: number | undefined): Promise<LargeLoadResult> {
  const script = join(import.meta.dirname, 'large-load.ts')
  const [command = '', ...args] = onCore(core, [process.execPath, script, JSON.stringify(options)])
  const { stdout } = await promisify(execFile)(command, args)
  return JSON.parse(stdout) as LargeLoadResult
}

/** Prints one line of JSON and one of text. */
function report({ name, goalMs }: LargeRoute, figures: LargeLoadResult, aloneP99Ms: number): boolean {
  const pass = figures.failed === 0 && figures.requestsPerSecond > 0 && figures.p99Ms <= goalMs
  const { requestsPerSecond, p50Ms, p99Ms, failed, statuses } = figures
  const requests_per_s = rounded(requestsPerSecond)
  console.log(
    JSON.stringify({
      bench: 'api-large',
      route: name,
      requests_per_s,
      p50_ms: p50Ms,
      p99_ms: p99Ms,
      alone_p99_ms: aloneP99Ms,
      goal_ms: goalMs,
      failed,
      statuses,
      pass,
    }),
  )
  console.error(
    `${name.padEnd(45)} ${String(requests_per_s).padStart(6)}/s p50 ${p50Ms} p99 ${p99Ms}, one at a time ${aloneP99Ms} ms ` +
      `(goal ${goalMs}) ${pass ? 'ok' : 'MISSED'}`,
  )
  if (failed > 0)
    console.error(`  !!! ${failed} REFUSED OR BROKEN: ${JSON.stringify(statuses)}; its times say nothing`)
  return pass
}
