import { freemem } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Database, openDatabase } from '#server/db/database.ts'
import { startFaultyProxy } from '#tests/support/faulty-proxy.ts'
import { type PostgresNode, startPrimary } from '#tests/support/postgres-node.ts'
import { mountSmallDisk } from './small-disk.ts'

/** More than the log that is kept for a replica, and the log between two checkpoints. */
const DISK_MB = 2000
/** The disks are in memory: those of the primary and of the replica. */
const DISKS_NEED_BYTES = 3 * DISK_MB * 1_000_000

type Connection = Awaited<ReturnType<typeof startFaultyProxy>>

/** PostgreSQL of the installation: a primary, and a replica that confirms each commit before the primary does. */
export interface Databases {
  /** Direct connection to the primary, which no fault cuts. */
  db: Database
  /** Address of that connection. */
  directUrl: string
  /** On the way from the servers to the primary and to the replica, and from the replica to the primary. */
  connections: Record<'database' | 'replica' | 'stream', Connection>
  /** Addresses for the servers, which stay the same after a promotion. */
  env: { DATABASE_URL: string; DATABASE_REPLICA_URL: string }
  /** Resolves when the replica confirms commits. */
  untilConfirming(): Promise<void>
  /** Kills it as a power cut would, waits, and starts it again. Resolves when the replica has caught up. */
  interrupt(which: 'primary' | 'replica', ms: number): Promise<void>
  /**
   * What an operator's tool does when the primary is lost: it promotes the replica, sends the servers there, and adds a new
   * replica.
   */
  failOver(): Promise<void>
  /** Whether the primary has a disk of its own. */
  hasOwnDisk(): boolean
  /**
   * Fills the disk of the primary until it cannot write its log and stops, waits, frees the disk and lets it recover, as a
   * supervisor does.
   */
  fillDisk(ms: number): Promise<void>
  stop(): Promise<void>
}

/** Starts both in a temporary folder, without tables. */
export async function startDatabases(): Promise<Databases> {
  const hasSpace = freemem() > DISKS_NEED_BYTES
  const nodes = await startPrimary(hasSpace ? { mount: (folder) => mountSmallDisk(folder, DISK_MB) } : {})
  let primary = nodes.primary
  const stream = await startFaultyProxy(primary.port)
  let replica = await primary.addStandby('replica', stream.port)
  await confirmOnReplica(primary)
  let promotions = 0
  const connections = {
    stream,
    database: await startFaultyProxy(primary.port),
    replica: await startFaultyProxy(replica.port),
  }
  const direct = await startFaultyProxy(primary.port)
  const urlAt = (port: number) => {
    const url = new URL(primary.url)
    url.port = String(port)
    return url.href
  }
  const directUrl = urlAt(direct.port)
  const db = openDatabase(directUrl, { max: 4 })
  return {
    db,
    directUrl,
    connections,
    env: {
      DATABASE_URL: urlAt(connections.database.port),
      DATABASE_REPLICA_URL: urlAt(connections.replica.port),
    },
    untilConfirming: () => confirmOnReplica(primary),
    async interrupt(which, ms) {
      const node = which === 'primary' ? primary : replica
      await node.kill()
      await sleep(ms)
      await node.start()
      await confirmOnReplica(primary)
    },
    async failOver() {
      // Otherwise the replica may lack what was acknowledged before.
      await confirmOnReplica(primary)
      await primary.kill()
      await primary.disk?.stop()
      await replica.promote()
      primary = replica
      await waitUntil(primary, 'select not pg_is_in_recovery() as is_done')
      for (const connection of [connections.database, stream, direct]) connection.retarget(primary.port)
      promotions += 1
      replica = await primary.addStandby(`replica-${promotions}`, stream.port)
      await confirmOnReplica(primary)
      connections.replica.retarget(replica.port)
    },
    hasOwnDisk: () => primary.disk !== null,
    async fillDisk(ms) {
      await fillWithLog(primary)
      await sleep(ms)
      await primary.disk?.empty()
      await untilRecovered(primary)
    },
    async stop() {
      await db.close()
      await Promise.all([...Object.values(connections), direct].map((connection) => connection.stop()))
      await nodes.stopAll()
    },
  }
}

/** From now on, a commit is acknowledged when the replica has it. Without this, a promotion would lose the last commits. */
async function confirmOnReplica(primary: PostgresNode): Promise<void> {
  await primary.asSuperuser(`alter system set synchronous_standby_names = '*'`)
  // A replica that was away for a while continues where it stopped.
  await primary.asSuperuser(`alter system set wal_keep_size = '512MB'`)
  await primary.asSuperuser('select pg_reload_conf()')
  await waitUntil(
    primary,
    `select exists (select from pg_stat_replication where sync_state in ('sync', 'quorum')) as is_done`,
  )
}

/** Writes to the log until there is no space for it: segments that exist already are used up first. */
async function fillWithLog({ disk, asSuperuser }: PostgresNode): Promise<void> {
  const message = `select count(pg_logical_emit_message(false, 'chaos', repeat('x', 1000000))) from generate_series(1, 16)`
  for (let megabytes = 0; megabytes < 2 * DISK_MB; megabytes += 16) {
    await disk?.fill()
    const failure = await asSuperuser(message).then(
      () => null,
      (error: Error) => error,
    )
    if (failure) return
  }
  throw new Error('The full disk did not stop the primary.')
}

/** Starts it if it has ended. It may end its recovery and begin another one, so a response alone proves nothing. */
async function untilRecovered(node: PostgresNode): Promise<void> {
  for (let waited = 0; ; waited += 200) {
    const failure = await node
      .start()
      .then(() => confirmOnReplica(node))
      .then(
        () => null,
        (error: Error) => error,
      )
    if (!failure) return
    if (waited > 60_000) throw failure
    await sleep(200)
  }
}

async function waitUntil(node: PostgresNode, statement: string): Promise<void> {
  for (let waited = 0; ; waited += 100) {
    const [row] = await node.asSuperuser<{ is_done: boolean }>(statement)
    if (row?.is_done) return
    if (waited > 30_000) throw new Error(`${node.name} did not respond within 30 s: ${statement}`)
    await sleep(100)
  }
}
