import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { openDatabase } from '#server/db/database.ts'
import { onCore, type ProductionServer, startProductionServer } from '#tests/support/production-server.ts'
import type { Report } from '#tools/bench/report/report.ts'
import { FULL, type LargeSize, makeLargeFleet, SMALL } from './large-fleet.ts'
import type { LargeLoadOptions, LargeLoadResult } from './large-load.ts'
import { type LargeRoute, largeRoutes } from './large-routes.ts'

/** Allows for migrating a folder filled by an earlier version. */
const TIMEOUT_MS = 600_000
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
 * Measures p99 of the services tabs, the aggregate and the searches on a large fleet: one request at a time, and with
 * four clients.
 */
export async function largeBench(run: LargeRun, report: Report): Promise<void> {
  const print = (line: string) => console.error(`  … ${line}`)
  const server = await startProductionServer({
    dataFolder: run.dataFolder,
    core: run.serverCore,
    timeoutMs: TIMEOUT_MS,
  })
  try {
    const size = run.isQuick ? SMALL : FULL
    const { orders, vehicles, shops, users } = size
    console.error(
      `${orders} orders, ${vehicles} vehicles, ${shops} shops, ${users} users, ${CONNECTIONS} connections`,
    )
    const token = await fill(server, size, print)
    for (const route of largeRoutes(new Date().toISOString().slice(0, 10))) {
      if (!route.name.includes(run.route)) continue
      const runLoad = (connections: number, seconds: number) =>
        load({ url: server.url, token, requests: route.requests, connections, seconds }, run.loadCore)
      await runLoad(CONNECTIONS, 2)
      const { p99Ms: aloneP99Ms } = await runLoad(1, run.seconds)
      reportRoute(report, route, await runLoad(CONNECTIONS, run.seconds), aloneP99Ms)
    }
  } finally {
    await server.stop()
  }
}

async function fill(
  server: ProductionServer,
  size: LargeSize,
  print: (line: string) => void,
): Promise<string> {
  const db = openDatabase(server.databaseUrl, { max: 1 })
  try {
    return await makeLargeFleet(db, size, print)
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

function reportRoute(
  report: Report,
  { name, goalMs }: LargeRoute,
  { p50Ms, p99Ms, failed, statuses }: LargeLoadResult,
  aloneP99Ms: number,
): void {
  const section = 'api-large'
  const times = { unit: 'ms', ...(failed > 0 && { notJudged: `failed: ${JSON.stringify(statuses)}` }) }
  report({ figure: `${name}: p99, one at a time`, value: aloneP99Ms, goal: null, ...times }, { section })
  report({ figure: `${name}: p50, four clients`, value: p50Ms, goal: null, ...times }, { section })
  report(
    { figure: `${name}: p99, four clients`, value: p99Ms, goal: { atMost: goalMs }, ...times },
    { section },
  )
  // Times of failed requests mean nothing, so the failures themselves miss a goal.
  if (failed > 0)
    report({ figure: `${name}: failed`, value: failed, unit: 'requests', goal: { atMost: 0 } }, { section })
}
