import { openDatabase } from '#server/db/database.ts'
import { startProductionServer } from '#tests/support/production-server.ts'
import { load } from '#tools/bench/api/large/large-bench.ts'
import type { LargeLoadResult } from '#tools/bench/api/large/large-load.ts'
import type { Report } from '#tools/bench/report/report.ts'
import { type CompanyRoute, companyRoutes } from './company-routes.ts'
import { type CompanySize, FULL, makeCompany, SMALL } from './company-world.ts'

/** Allows for migrating a folder filled by an earlier version. */
const TIMEOUT_MS = 600_000
const TOGETHER = 4
const TOGETHER_GOAL_MS = 200

interface CompanyRun {
  dataFolder: string
  seconds: number
  isQuick: boolean
  /** Divides the number of vehicles and orders, for slow machines. Fleets and open orders stay. */
  part: number
  /** Selects calls whose name contains this. */
  route: string
  serverCore: number | undefined
  loadCore: number | undefined
}

/** Measures p99 of the calls across the fleets of a management company. */
export async function companyBench(run: CompanyRun, report: Report): Promise<void> {
  const print = (line: string) => console.error(`  … ${line}`)
  const size = sizeOf(run)
  const server = await startProductionServer({
    dataFolder: run.dataFolder,
    core: run.serverCore,
    timeoutMs: TIMEOUT_MS,
    isApiOnly: true,
  })
  try {
    const { fleets, vehicles, orders, openOrders } = size
    console.error(`${fleets} fleets, ${vehicles} vehicles, ${orders} orders, ${openOrders} of them open`)
    const db = openDatabase(server.databaseUrl, { max: 1 })
    const token = await makeCompany(db, size, print).finally(() => db.close())
    for (const route of companyRoutes()) {
      if (!route.name.includes(run.route)) continue
      const runLoad = (connections: number, seconds: number) =>
        load({ url: server.url, token, requests: route.requests, connections, seconds }, run.loadCore)
      await runLoad(TOGETHER, 2)
      const alone = await runLoad(1, run.seconds)
      reportRoute(report, route, alone, await runLoad(TOGETHER, run.seconds))
    }
  } finally {
    await server.stop()
  }
}

function sizeOf({ isQuick, part }: CompanyRun): CompanySize {
  if (isQuick) return SMALL
  return { ...FULL, vehicles: Math.ceil(FULL.vehicles / part), orders: Math.ceil(FULL.orders / part) }
}

function reportRoute(
  report: Report,
  { name, aloneGoalMs }: CompanyRoute,
  alone: LargeLoadResult,
  together: LargeLoadResult,
): void {
  const section = 'api-company'
  const failed = alone.failed + together.failed
  const times = { unit: 'ms', ...(failed > 0 && { notJudged: `${failed} requests failed` }) }
  const [atMost, bothAtMost] = [{ atMost: aloneGoalMs }, { atMost: TOGETHER_GOAL_MS }]
  report({ figure: `${name}: p50, one at a time`, value: alone.p50Ms, goal: null, ...times }, { section })
  report({ figure: `${name}: p99, one at a time`, value: alone.p99Ms, goal: atMost, ...times }, { section })
  report(
    { figure: `${name}: p99, four clients`, value: together.p99Ms, goal: bothAtMost, ...times },
    { section },
  )
  if (failed > 0)
    report({ figure: `${name}: failed`, value: failed, unit: 'requests', goal: { atMost: 0 } }, { section })
}
