import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { COMPLIANCE_DIMENSIONS } from '#contract/home/compliance.ts'
import { DOWNTIME_DIMENSIONS } from '#contract/home/downtime.ts'
import { COST_DIMENSIONS } from '#contract/home/reports.ts'
import { addDays } from '#domain/core/days.ts'
import { openDatabase } from '#server/db/database.ts'
import { startProductionServer } from '#tests/support/production-server.ts'
import { load } from '#tools/bench/api/large/large-bench.ts'
import { FULL, makeLargeFleet, SMALL } from '#tools/bench/api/large/large-fleet.ts'
import type { Report } from '#tools/bench/report/report.ts'

/** The goal of the p99 of each report. */
const GOAL_MS = 150
/** Allows for migrating a folder filled by an earlier version. */
const START_MS = 600_000

const canPin = process.platform === 'linux' && availableParallelism() > 1

/**
 * Measures p99 of each report over the last twelve months of one fleet with 1,000,000 orders and 100,000 vehicles, one
 * request at a time. `--quick` uses a small fleet, `--data <folder>` keeps its database for the next run (it may be that
 * of `api --only large`), `--only vehicle` selects reports by name, `--seconds 8`.
 */
export async function reportsBench(args: string[], report: Report): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      quick: { type: 'boolean', default: false },
      data: { type: 'string' },
      only: { type: 'string', default: '' },
      seconds: { type: 'string', default: '8' },
    },
  })
  const dataFolder = values.data ?? (await makeFolder())
  const server = await startProductionServer({
    dataFolder,
    isApiOnly: true,
    ...(canPin && { core: 0 }),
    timeoutMs: START_MS,
  })
  try {
    const db = openDatabase(server.databaseUrl, { max: 1 })
    const token = await makeLargeFleet(db, values.quick ? SMALL : FULL, (line) =>
      console.error(`  … ${line}`),
    ).finally(() => db.close())
    for (const { name, path } of reportCalls(new Date().toISOString().slice(0, 10))) {
      if (!name.includes(values.only)) continue
      const runLoad = (seconds: number) =>
        load(
          { url: server.url, token, requests: [{ method: 'GET', path }], connections: 1, seconds },
          canPin ? 1 : undefined,
        )
      await runLoad(2)
      const { p50Ms, p99Ms, failed, statuses } = await runLoad(Number(values.seconds))
      const notJudged = failed > 0 ? { notJudged: `failed: ${JSON.stringify(statuses)}` } : {}
      report({ figure: `${name}: p50`, value: p50Ms, unit: 'ms', goal: null, ...notJudged })
      report({ figure: `${name}: p99`, value: p99Ms, unit: 'ms', goal: { atMost: GOAL_MS }, ...notJudged })
      if (failed > 0)
        report({ figure: `${name}: failed`, value: failed, unit: 'requests', goal: { atMost: 0 } })
    }
  } finally {
    await server.stop()
    if (values.data === undefined) await rm(dataFolder, { recursive: true, force: true })
  }
}

/** PostgreSQL's user needs access if the bench runs as root. */
async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'wheelbook-reports-'))
  await chmod(folder, 0o711)
  return folder
}

function reportCalls(today: string): { name: string; path: string }[] {
  const year = `start_date=${addDays(today, -365)}&end_date=${today}`
  return [
    ...COST_DIMENSIONS.map((by) => ({
      name: `cost by ${by}`,
      path: `/api/v4/reports/costs?by=${by}&${year}`,
    })),
    {
      name: 'cost by vehicle, sorted by name',
      path: `/api/v4/reports/costs?by=vehicle&${year}&sort=name`,
    },
    ...DOWNTIME_DIMENSIONS.map((by) => ({
      name: `downtime by ${by}`,
      path: `/api/v4/reports/downtime?by=${by}&${year}`,
    })),
    { name: 'cost per mile', path: `/api/v4/reports/distance_costs?${year}` },
    ...COMPLIANCE_DIMENSIONS.map((by) => ({
      name: `on-time maintenance by ${by}`,
      path: `/api/v4/reports/compliance?by=${by}&${year}`,
    })),
    {
      name: 'rows of a service',
      path: `/api/v4/reports/costs/rows?by=service&key=1&${year}`,
    },
    {
      name: 'rows of a class',
      path: `/api/v4/reports/costs/rows?by=class&key=light&${year}`,
    },
  ]
}
