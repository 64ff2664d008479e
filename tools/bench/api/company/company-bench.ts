import { openDatabase } from '#server/db/database.ts'
import { startProductionServer } from '#tests/support/production-server.ts'
import { load } from '#tools/bench/api/large/large-bench.ts'
import type { LargeLoadResult } from '#tools/bench/api/large/large-load.ts'
import { environmentLine } from '#tools/bench/environment.ts'
import { type CompanyRoute, companyRoutes } from './company-routes.ts'
import { type CompanySize, FULL, makeCompany, SMALL } from './company-world.ts'

/** Allows for migrating a folder filled by an earlier version. */
const PATIENCE_MS = 600_000
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

/** Measures p99 of the calls across the fleets of a management company. Returns whether all goals are met. */
export async function companyBench(run: CompanyRun): Promise<boolean> {
  const say = (line: string) => console.error(`  … ${line}`)
  const size = sizeOf(run)
  const server = await startProductionServer({
    ...{ dataFolder: run.dataFolder, core: run.serverCore, timeoutMs: PATIENCE_MS, isApiOnly: true },
  })
  try {
    const { fleets, vehicles, orders, openOrders } = size
    console.error(
      `${environmentLine()} · ${fleets} fleets, ${vehicles} vehicles, ${orders} orders, ${openOrders} of them open`,
    )
    const db = openDatabase(server.databaseUrl, { max: 1 })
    const token = await makeCompany(db, size, say).finally(() => db.close())
    let isGood = true
    for (const route of companyRoutes()) {
      if (!route.name.includes(run.route)) continue
      const ask = (connections: number, seconds: number) =>
        load({ url: server.url, token, requests: route.requests, connections, seconds }, run.loadCore)
      await ask(TOGETHER, 2)
      const alone = await ask(1, run.seconds)
      isGood = report(route, alone, await ask(TOGETHER, run.seconds)) && isGood
    }
    return isGood
  } finally {
    await server.stop()
  }
}

function sizeOf({ isQuick, part }: CompanyRun): CompanySize {
  if (isQuick) return SMALL
  return { ...FULL, vehicles: Math.ceil(FULL.vehicles / part), orders: Math.ceil(FULL.orders / part) }
}

/** Prints one line of JSON and one of text. */
function report(
  { name, aloneGoalMs }: CompanyRoute,
  alone: LargeLoadResult,
  together: LargeLoadResult,
): boolean {
  const failed = alone.failed + together.failed
  const pass = failed === 0 && alone.p99Ms <= aloneGoalMs && together.p99Ms <= TOGETHER_GOAL_MS
  const figures = { alone_p50_ms: alone.p50Ms, alone_p99_ms: alone.p99Ms, together_p99_ms: together.p99Ms }
  console.log(JSON.stringify({ bench: 'api-company', route: name, ...figures, failed, pass }))
  console.error(
    `${name.padEnd(45)} alone p50 ${alone.p50Ms} p99 ${alone.p99Ms} (goal ${aloneGoalMs}), ` +
      `four at once p99 ${together.p99Ms} (goal ${TOGETHER_GOAL_MS}) ms ${pass ? 'ok' : 'MISSED'}`,
  )
  if (failed > 0) console.error(`  !!! ${failed} REFUSED OR BROKEN; the times say nothing`)
  return pass
}
