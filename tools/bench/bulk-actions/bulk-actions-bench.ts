import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Database, disableTimeouts, openDatabase } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'
import { refreshVehicle } from '#server/modules/vehicles/vehicles/vehicles.service.ts'
import { builders } from '#tests/support/builders.ts'
import { type Client, clientOf } from '#tests/support/client.ts'
import { freePort, startProductionServer } from '#tests/support/production-server.ts'
import type { Goal } from '#tools/bench/report/figure.ts'
import type { Report } from '#tools/bench/report/report.ts'
import { median } from '#tools/bench/support/statistics.ts'
import { fillFleet } from '#tools/bench/transfer/whole-files.ts'
import {
  type Killing,
  killUntilOver,
  PATH,
  startAction,
  timed,
  undoAction,
  untilOver,
  withKey,
} from './run-action.ts'

const PREVIEWS = 5

/** Goals: how long a manager waits without a progress bar, and with one. */
const DIALOG_MS = 1000
const RUN_MS = 60_000
/** A cancellation waits for the 50 vehicles in progress. */
const CANCEL_MS = 2000

interface Stage {
  db: Database
  client: Client
  ids: number[]
  count: number
}

/**
 * Gives the vehicles of a fleet a department, and undoes it: once undisturbed, once while the server is killed, and once
 * with a cancellation. Every vehicle must be changed exactly once each time. Then cancels as many orders, also while the
 * server is killed.
 */
export async function bulkActionsBench(args: string[], report: Report): Promise<void> {
  const text = (value: string) => ({ type: 'string', default: value }) as const
  const { values } = parseArgs({
    args,
    options: { vehicles: text('5000'), kills: text('6'), quick: { type: 'boolean', default: false } },
  })
  const count = values.quick ? 500 : Number(values.vehicles)
  const kills = values.quick ? 2 : Number(values.kills)
  const base = await mkdtemp(join(tmpdir(), 'wheelbook-bulk-actions-'))
  await chmod(base, 0o711)
  const dataFolder = join(base, 'data')
  const port = await freePort()
  const start = () => startProductionServer({ dataFolder, port, isApiOnly: true })
  let server = await start()
  const db = openDatabase(server.databaseUrl, { max: 2 })
  async function restart() {
    server.child.kill('SIGKILL')
    await server.exited
    server = await start()
  }
  try {
    const build = builders(db)
    const fleet = await build.fleet()
    const user = await build.user(fleet, { roles: ['Owner'] })
    const ids = await fillFleet(db, fleet.id, count)
    // Without statistics, each refresh would scan whole tables.
    await db.query(sql`analyze`)
    await refreshAll(db, fleet.id, ids)
    const client = clientOf(server.url, { cookie: `authentication_token=${await build.session(user)}` })
    const stage = { db, client, ids, count }
    report({ figure: 'vehicles', value: count, unit: '', goal: null })
    await measureUndisturbed(stage, report)
    await measureKills(stage, { kills, restart }, report)
    await measureCancellation(stage, report)
    await measureOrders(stage, { kills, restart }, report)
  } finally {
    await db.close()
    await server.stop()
    await rm(base, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** Calculates what inserted rows lack, because the first change of a vehicle would add this as a second revision. */
async function refreshAll(db: Database, fleetId: number, ids: readonly number[]): Promise<void> {
  const today = new Date().toISOString().slice(0, 10)
  await db.system(async (tx) => {
    await disableTimeouts(tx)
    for (const id of ids) await refreshVehicle(tx, fleetId, id, today)
  })
}

async function measureUndisturbed(stage: Stage, report: Report): Promise<void> {
  const { client, ids, count } = stage
  const time = (figure: string, value: number, goalMs: number) =>
    report({ figure, value, unit: 'ms', goal: { atMost: goalMs } })
  const previews: number[] = []
  for (let i = 0; i < PREVIEWS; i++) {
    const [preview, ms] = await timed(() => client.post(`${PATH}/check`, toDepartment(ids, 'Roads')))
    if (preview.body.possible !== count) throw new Error(`Preview: ${JSON.stringify(preview.body)}`)
    previews.push(ms)
  }
  time('preview, median', median(previews), DIALOG_MS)
  const before = await revisions(stage)
  const [action, startMs] = await timed(() => startDepartment(stage, 'Roads'))
  time('start', startMs, DIALOG_MS)
  time('run', (await timed(() => untilOver(client, action.id)))[1], RUN_MS)
  reportChanges(report, 'undisturbed', await changes(stage, before, 1))
  const afterRun = await revisions(stage)
  const [undo, undoStartMs] = await timed(() => undoAction(client, action.id))
  time('start of the undo', undoStartMs, DIALOG_MS)
  time('run of the undo', (await timed(() => untilOver(client, undo.id)))[1], RUN_MS)
  reportChanges(report, 'undisturbed undo', await changes(stage, afterRun, 1))
}

async function measureKills(stage: Stage, killing: Killing, report: Report): Promise<void> {
  const before = await revisions(stage)
  const action = await startDepartment(stage, 'Water')
  const { done, killed } = await killUntilOver(stage.client, action, killing)
  report({ figure: 'kills of the server', value: killed, unit: '', goal: { atLeast: killing.kills } })
  report({ figure: 'vehicles done, with kills', value: done, unit: '', goal: { atLeast: stage.count } })
  reportChanges(report, 'with kills', await changes(stage, before, 1))
}

/** Cancels an open order of every vehicle while the server is killed. Each order must be cancelled exactly once. */
async function measureOrders({ client, db, count }: Stage, killing: Killing, report: Report): Promise<void> {
  await db.query(sql`
    insert into shop_orders (fleet_id, vehicle_id, custom_shop_name, status, appointment_datetime, odometer_units)
    select v.fleet_id, v.id, 'Main Street Service', 'initiated', now() + interval '1 day', 'mi' from vehicles v
    where not exists (select from shop_orders o where o.vehicle_id = v.id and o.status = 'active')`)
  const orders = await db.query<{ id: number }>(
    sql`select id from shop_orders where status in ('initiated', 'active') order by id`,
  )
  await db.query(sql`analyze shop_orders`)
  const order_ids = orders.map(({ id }) => id)
  const input = { action: 'cancel_orders', order_ids, note: 'Shop closed' }
  const [action, startMs] = await timed(() => startAction(client, input))
  report({ figure: 'start of cancelling orders', value: startMs, unit: 'ms', goal: { atMost: DIALOG_MS } })
  const { done, killed } = await killUntilOver(client, action, killing)
  report({
    figure: 'kills while cancelling orders',
    value: killed,
    unit: '',
    goal: { atLeast: killing.kills },
  })
  report({ figure: 'orders done, with kills', value: done, unit: '', goal: { atLeast: count } })
  const rows = await db.query<{ status: string; times: number }>(sql`
    select o.status, (select count(*)::int from shop_order_activity_items a
      where a.order_id = o.id and a.activity_type = 'cancel') as times
    from shop_orders o where o.id = any(${order_ids}::bigint[])`)
  const lost = rows.filter(({ status, times }) => status !== 'cancel' || times === 0).length
  report({ figure: 'orders left out, with kills', value: lost, unit: '', goal: NONE })
  const doubled = rows.filter(({ times }) => times > 1).length
  report({ figure: 'orders cancelled twice, with kills', value: doubled, unit: '', goal: NONE })
}

async function measureCancellation(stage: Stage, report: Report): Promise<void> {
  const { client, count } = stage
  const before = await revisions(stage)
  const action = await startDepartment(stage, 'Parks')
  const stopped = { ms: Number.NaN }
  const over = await untilOver(client, action.id, async (done) => {
    if (done < count / 3 || !Number.isNaN(stopped.ms)) return
    stopped.ms = (await timed(() => client.put(`${PATH}/${action.id}/cancel`, {}, withKey())))[1]
  })
  const isCanceled = over.status === 'cancelled'
  report({
    figure: 'cancellation',
    value: stopped.ms,
    unit: 'ms',
    goal: { atMost: CANCEL_MS },
    ...(!isCanceled && { notJudged: 'the action was over before' }),
  })
  const undo = await undoAction(client, action.id)
  const back = await untilOver(client, undo.id)
  report({
    figure: 'vehicles given back after the cancellation, less those done before it',
    value: Math.abs(back.done - over.done),
    unit: '',
    goal: NONE,
  })
  // The vehicles that were reached before the cancellation changed and were restored; the others did not change.
  const changed = (await revisions(stage)).map((rev, i) => rev - (before[i] ?? 0))
  report({
    figure: 'vehicles changed more or less often than twice, of those reached',
    value: Math.abs(changed.filter((times) => times === 2).length - over.done),
    unit: '',
    goal: NONE,
  })
}

const NONE: Goal = { atMost: 0 }
const toDepartment = (ids: readonly number[], department: string) => ({
  action: 'department',
  vehicle_ids: ids,
  department_number: department,
})

const startDepartment = ({ client, ids }: Stage, department: string) =>
  startAction(client, toDepartment(ids, department))

/** Revisions of all vehicles, by id. */
async function revisions({ db, ids }: Stage): Promise<number[]> {
  const rows = await db.query<{ rev: number }>(
    sql`select rev from vehicles where id = any(${ids}::bigint[]) order by id`,
  )
  return rows.map(({ rev }) => rev)
}

/** Counts vehicles that were changed less and more often than expected. */
async function changes(stage: Stage, before: readonly number[], expected: number) {
  const times = (await revisions(stage)).map((rev, i) => rev - (before[i] ?? 0))
  return {
    lost: times.filter((n) => n < expected).length,
    doubled: times.filter((n) => n > expected).length,
  }
}

function reportChanges(report: Report, part: string, { lost, doubled }: { lost: number; doubled: number }) {
  report({ figure: `vehicles left out, ${part}`, value: lost, unit: '', goal: NONE })
  report({ figure: `vehicles changed twice, ${part}`, value: doubled, unit: '', goal: NONE })
}
