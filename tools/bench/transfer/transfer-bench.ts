import { randomUUID } from 'node:crypto'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { VehicleTransfer } from '#contract/fmc/transfers.ts'
import { type Database, openDatabase } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'
import { builders } from '#tests/support/builders.ts'
import { clientOf } from '#tests/support/client.ts'
import { freePort, startProductionServer } from '#tests/support/production-server.ts'
import type { Goal } from '#tools/bench/report/figure.ts'
import type { Report } from '#tools/bench/report/report.ts'
import { countMisplacedRows, filesOf, fillFleet } from './whole-files.ts'

const PATH = '/api/v4/vehicles/transfer_vehicles'
/** Time without progress that counts as stuck. */
const STUCK_MS = 180_000

/**
 * Transfers a fleet's vehicles while server and database are killed. Every vehicle must end up in exactly one fleet
 * with all its rows; those with an open order must stay.
 */
export async function transferBench(args: string[], report: Report): Promise<void> {
  const text = (value: string) => ({ type: 'string', default: value }) as const
  const { values } = parseArgs({ args, options: { vehicles: text('5000'), kills: text('20') } })
  const [count, kills] = [Number(values.vehicles), Number(values.kills)]
  const base = await mkdtemp(join(tmpdir(), 'wheelbook-transfer-'))
  await chmod(base, 0o711)
  const [dataFolder, port] = [join(base, 'data'), await freePort()]
  const start = () => startProductionServer({ dataFolder, port, isApiOnly: true })
  let server = await start()
  const db = openDatabase(server.databaseUrl, { max: 2 })
  const killed = { server: 0, database: 0 }
  async function kill() {
    if ((killed.server + killed.database) % 2 === 1) {
      process.kill(
        Number((await readFile(join(dataFolder, 'postgres/postmaster.pid'), 'utf8')).split('\n')[0]),
        'SIGKILL',
      )
      killed.database++
      return
    }
    server.child.kill('SIGKILL')
    await server.exited
    server = await start()
    killed.server++
  }
  try {
    const build = builders(db)
    const affiliation = await build.affiliation()
    const [from, to] = [
      await build.fleet({ affiliationId: affiliation.id }),
      await build.fleet({ affiliationId: affiliation.id }),
    ]
    const user = await build.user(from, { roles: ['FMC'], affiliationId: affiliation.id })
    const ids = await fillFleet(db, from.id, count)
    const before = await filesOf(db)
    const client = clientOf(server.url, { cookie: `authentication_token=${await build.session(user)}` })
    const key = randomUUID()
    const beganAt = Date.now()
    const sendTransfer = async (): Promise<VehicleTransfer> => {
      for (let tries = 0; ; tries++) {
        const response = await client
          .post(
            PATH,
            { vehicle_ids: ids, old_fleet_ids: [from.id], new_fleet_id: to.id },
            { 'idempotency-key': `"${key}"` },
          )
          .catch(() => null)
        if (response?.status === 200) return response.body
        if (tries > 300) throw new Error(`No answer: ${JSON.stringify(response?.body)}`)
        await sleep(200)
      }
    }
    let [last, lastAt] = [-1, Date.now()]
    let transfer = await sendTransfer()
    while (transfer.finished_at === null) {
      const done = transfer.moved + transfer.refused
      if (done !== last) [last, lastAt] = [done, Date.now()]
      if (Date.now() - lastAt > STUCK_MS) throw new Error(`Stuck at ${done}`)
      const kill_ = killed.server + killed.database
      if (kill_ < kills && done >= ((kill_ + 1) * count) / (kills + 1)) await kill()
      await sleep(100)
      // Repeating the request with the same key returns the same transfer with its progress.
      transfer = await sendTransfer()
    }
    const seconds = Math.round((Date.now() - beganAt) / 1000)
    const verdict = await judge(db, { from: from.id, to: to.id, before })
    const tell = (figure: string, value: number, goal: Goal | null = null) =>
      report({ figure, value, unit: '', goal })
    const none = { atMost: 0 }
    tell('vehicles', count)
    tell('vehicles moved', transfer.moved, { atLeast: count - verdict.with_open_order })
    tell('vehicles rejected because of an open order', transfer.refused, { atMost: verdict.with_open_order })
    tell('vehicles with incomplete or changed records', verdict.incomplete, none)
    tell('rows in another fleet than their vehicle', verdict.stray, none)
    tell('vehicles in a third fleet', verdict.elsewhere, none)
    tell('orders that left the old fleet', verdict.orders - verdict.orders_left_behind, none)
    tell('orders copied into the history, once each', verdict.carried_once, { atLeast: transfer.moved })
    tell('transfers created by one request, repeated with its key', verdict.transfers, { atMost: 1 })
    tell('kills of the server', killed.server)
    tell('kills of the database', killed.database)
    report({ figure: 'time', value: seconds, unit: 's', goal: null, note: 'restarts included' })
  } finally {
    await db.close()
    await server.stop()
    await rm(base, { recursive: true, force: true, maxRetries: 5 })
  }
}

async function judge(
  db: Database,
  { from, to, before }: { from: number; to: number; before: Map<number, string> },
) {
  const after = await filesOf(db)
  const incomplete = [...before].filter(([id, file]) => after.get(id) !== file).length
  const [row] = await db.query<Transferred>(sql`
    select (select count(*) from vehicles where fleet_id not in (${from}, ${to})) as elsewhere,
      (select count(*) from vehicle_transfers) as transfers,
      (select count(*) from shop_orders) as orders,
      (select count(*) from shop_orders where fleet_id = ${from}) as orders_left_behind,
      (select count(distinct vehicle_id) from shop_orders where status = 'active') as with_open_order,
      (select count(*) from (select source_order_id from manual_maintenance_histories
        where source_order_id is not null group by 1 having count(*) = 1) x) as carried_once`)
  if (!row) throw new Error('The database counts nothing')
  return { incomplete, stray: await countMisplacedRows(db), ...row }
}

interface Transferred {
  elsewhere: number
  transfers: number
  orders: number
  orders_left_behind: number
  with_open_order: number
  carried_once: number
}
