import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { COMPLIANCE_DIMENSIONS } from '#contract/home/compliance.ts'
import { DOWNTIME_DIMENSIONS } from '#contract/home/downtime.ts'
import { COST_DIMENSIONS } from '#contract/home/reports.ts'
import { addDays } from '#domain/core/days.ts'
import { type Database, openDatabase } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'
import { startProductionServer } from '#tests/support/production-server.ts'
import { load } from '#tools/bench/api/large/large-bench.ts'
import {
  FULL,
  LARGE_FLEET,
  type LargeSize,
  makeLargeFleet,
  SMALL,
} from '#tools/bench/api/large/large-fleet.ts'
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
    const { token, groups } = await prepare(server.databaseUrl, values.quick ? SMALL : FULL)
    for (const { name, path } of reportCalls(new Date().toISOString().slice(0, 10), groups)) {
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

async function prepare(url: string, size: LargeSize): Promise<{ token: string; groups: Groups }> {
  const db = openDatabase(url, { max: 1 })
  try {
    const token = await makeLargeFleet(db, size, (line) => console.error(`  … ${line}`))
    return { token, groups: await groupsOf(db) }
  } finally {
    await db.close()
  }
}

/** PostgreSQL's user needs access if the bench runs as root. */
async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'wheelbook-reports-'))
  await chmod(folder, 0o711)
  return folder
}

interface BenchCall {
  name: string
  path: string
}

function reportCalls(today: string, groups: Groups): BenchCall[] {
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
    ...rowCalls(year, groups),
  ]
}

/** Rows behind figures: of one group each, and of all stays and completed or due intervals. */
function rowCalls(year: string, { vehicle, department, shop }: Groups): BenchCall[] {
  const rows = (report: string, of: string) => `/api/v4/reports/${report}/rows?${of}&${year}`
  const keyOf = (by: string, key: string | number) => `by=${by}&key=${encodeURIComponent(key)}`
  const month = year.slice('start_date='.length, 'start_date='.length + 7)
  const groups = [
    ['service', keyOf('service', 1)],
    ['class', keyOf('class', 'light')],
    ['month', keyOf('month', month)],
    ['department', keyOf('department', department)],
    ['vehicle', keyOf('vehicle', vehicle)],
    ['shop', keyOf('shop', shop)],
  ] as const
  return [
    ...groups.map(([by, of]) => ({ name: `rows of a ${by}`, path: rows('costs', of) })),
    { name: 'rows of downtime', path: rows('downtime', 'by=vehicle') },
    { name: 'rows of downtime of a shop', path: rows('downtime', keyOf('shop', shop)) },
    { name: 'rows of downtime of a department', path: rows('downtime', keyOf('department', department)) },
    { name: 'rows of late maintenance', path: rows('compliance', 'by=vehicle&figure=late') },
    { name: 'rows of past due maintenance', path: rows('compliance', 'by=vehicle&figure=past_due') },
    {
      name: 'rows of late maintenance of a department',
      path: rows('compliance', `${keyOf('department', department)}&figure=late`),
    },
  ]
}

/** Keys of groups with rows. */
interface Groups {
  vehicle: number
  department: string
  shop: number
}

async function groupsOf(db: Database): Promise<Groups> {
  const [groups] = await db.query<Groups>(sql`
    select v.id as vehicle, '~' || v.department_number as department, o.shop_id as shop
    from shop_orders o join vehicles v on v.id = o.vehicle_id
    where o.fleet_id = ${LARGE_FLEET} and o.status = 'paid' and v.department_number is not null
      and o.appointment_datetime > now() - interval '300 days'
    order by o.id limit 1`)
  if (!groups) throw new Error('No order of a vehicle with a department')
  return groups
}
