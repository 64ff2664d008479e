import { randomUUID } from 'node:crypto'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { BulkAction } from '#contract/vehicles/bulk-actions.ts'
import { type Database, disableTimeouts, openDatabase } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'
import { refreshVehicle } from '#server/modules/vehicles/vehicles/vehicles.service.ts'
import { builders } from '#tests/support/builders.ts'
import { type Client, clientOf, retryWhileUnavailable } from '#tests/support/client.ts'
import { freePort, startProductionServer } from '#tests/support/production-server.ts'
import type { Goal } from '#tools/bench/report/figure.ts'
import type { Report } from '#tools/bench/report/report.ts'
import { median } from '#tools/bench/support/statistics.ts'
import { fillFleet } from '#tools/bench/transfer/whole-files.ts'

const PATH = '/api/v4/bulk_actions'
/** Time without progress that counts as stuck. */
const STUCK_MS = 180_000
const POLL_MS = 50
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
 * with a cancellation. Every vehicle must be changed exactly once each time.
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
  const [action, startMs] = await timed(() => startAction(stage, 'Roads'))
  time('start', startMs, DIALOG_MS)
  time('run', (await timed(() => untilOver(stage, action.id)))[1], RUN_MS)
  reportChanges(report, 'undisturbed', await changes(stage, before, 1))
  const afterRun = await revisions(stage)
  const [undo, undoStartMs] = await timed(() => undoAction(stage, action.id))
  time('start of the undo', undoStartMs, DIALOG_MS)
  time('run of the undo', (await timed(() => untilOver(stage, undo.id)))[1], RUN_MS)
  reportChanges(report, 'undisturbed undo', await changes(stage, afterRun, 1))
}

async function measureKills(
  stage: Stage,
  { kills, restart }: { kills: number; restart: () => Promise<void> },
  report: Report,
): Promise<void> {
  const before = await revisions(stage)
  const action = await startAction(stage, 'Water')
  let killed = 0
  const over = await untilOver(stage, action.id, async (done) => {
    if (killed >= kills || done < ((killed + 1) * stage.count) / (kills + 1)) return
    await restart()
    killed++
  })
  report({ figure: 'kills of the server', value: killed, unit: '', goal: { atLeast: kills } })
  report({
    figure: 'vehicles done, with kills',
    value: over.done,
    unit: '',
    goal: { atLeast: stage.count },
  })
  reportChanges(report, 'with kills', await changes(stage, before, 1))
}

async function measureCancellation(stage: Stage, report: Report): Promise<void> {
  const { client, count } = stage
  const before = await revisions(stage)
  const action = await startAction(stage, 'Parks')
  const stopped = { ms: Number.NaN }
  const over = await untilOver(stage, action.id, async (done) => {
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
  const undo = await undoAction(stage, action.id)
  const back = await untilOver(stage, undo.id)
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
const withKey = (key = randomUUID()) => ({ 'idempotency-key': `"${key}"` })
const toDepartment = (ids: readonly number[], department: string) => ({
  action: 'department',
  vehicle_ids: ids,
  department_number: department,
})

async function startAction({ client, ids }: Stage, department: string): Promise<BulkAction> {
  const response = await client.post(PATH, toDepartment(ids, department), withKey())
  if (response.status !== 201) throw new Error(`Start: ${JSON.stringify(response.body)}`)
  return response.body
}

async function undoAction({ client }: Stage, id: string): Promise<BulkAction> {
  const response = await client.put(`${PATH}/${id}/undo`, {}, withKey())
  if (response.status !== 200) throw new Error(`Undo: ${JSON.stringify(response.body)}`)
  return response.body
}

/** Waits for the end. `onProgress` gets the number of vehicles that were decided, and may kill the server. */
async function untilOver(
  { client }: Stage,
  id: string,
  onProgress: (done: number) => Promise<void> = async () => {},
): Promise<BulkAction> {
  let [last, lastAt] = [-1, Date.now()]
  for (;;) {
    const { body } = await retryWhileUnavailable(() => client.get(`${PATH}/${id}`))
    if (body.finished_at) return body
    const done = body.done + body.refused
    if (done !== last) [last, lastAt] = [done, Date.now()]
    if (Date.now() - lastAt > STUCK_MS) throw new Error(`Stuck at ${done}`)
    await onProgress(done)
    await sleep(POLL_MS)
  }
}

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

async function timed<Value>(work: () => Promise<Value>): Promise<[Value, number]> {
  const beganAt = performance.now()
  return [await work(), performance.now() - beganAt]
}
