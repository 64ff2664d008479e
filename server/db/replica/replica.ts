import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { type Database, openDatabase, type Queryable, type Transaction } from '../database.ts'
import { sql } from '../sql.ts'
import type { ReadRequirements } from './read-scope.ts'
import { replicaLag } from './replica-lag.ts'
import { parseWalPosition } from './wal-position.ts'

const PROBE_MS = 250
/** A probe that takes longer is a failure. */
const PROBE_TIMEOUT_MS = 1500

/** Why the replica is not used. */
type ReplicaProblem = 'unreachable' | 'promoted' | 'lagging' | 'diverged'

export interface ReplicaState {
  /** Null: it is used. */
  problem: ReplicaProblem | null
  lagSeconds: number
  reads: { replica: number; primary: number }
}

interface ReplicaOptions {
  url: string
  connections: number
  maxLagSeconds: number
  log: Logger
}

/** Thrown when the replica may not answer this read, so that the primary does. */
class NotOnReplica extends Error {}

/**
 * A streaming replica that takes reads. It is probed four times a second. While it is down, promoted, too far behind or
 * ahead of the primary, no request uses it; the next good probe brings it back.
 */
export function openReplica(primary: Database, { url, connections, maxLagSeconds, log }: ReplicaOptions) {
  const db = openDatabase(url, { max: connections, isReadOnly: true })
  const lag = replicaLag()
  const changes = fleetChanges()
  const reads = { replica: 0, primary: 0 }
  let problem: ReplicaProblem | null = 'unreachable'
  let isStopped = false
  let probing: Promise<void> | null = null

  async function probe(): Promise<ReplicaProblem | null> {
    const replayed = await replayedBy(db.reserved)
    if (replayed === null) return 'promoted'
    // After the replica's position, so that a replica that follows this primary is never ahead.
    const at = performance.now()
    const position = await positionOf(primary.reserved)
    if (replayed > position) return 'diverged'
    lag.record({ at, position }, replayed)
    changes.forgetBefore(lag.caughtUpTo)
    return lag.secondsAt(performance.now()) > maxLagSeconds ? 'lagging' : null
  }

  function report(found: ReplicaProblem | null) {
    if (found === problem) return
    if (found === null) log.info('Reads use the replica')
    else log.warn({ problem: found }, 'Reads do not use the replica')
    problem = found
    if (found !== 'unreachable') return
    // Reads that wait for an unreachable replica move to the primary at once.
    lag.forget()
    db.dropConnections()
  }

  async function probeForever() {
    while (!isStopped) {
      const late = sleep(PROBE_TIMEOUT_MS, 'unreachable' as const, { ref: false })
      const found = await Promise.race([probe().catch(() => 'unreachable' as const), late])
      if (!isStopped) report(found)
      await sleep(PROBE_MS, undefined, { ref: false })
    }
  }

  return {
    start() {
      probing ??= probeForever()
    },
    /** Records that a fleet changed. Its reads use the primary until the replica has the change. Null: any fleet. */
    noteChange: changes.note,
    state: (): ReplicaState => ({
      problem,
      reads: { ...reads },
      lagSeconds: lag.secondsAt(performance.now()),
    }),
    /**
     * Runs a reading transaction on the replica if it meets the requirements, else on the primary. `work` may run
     * twice: when the replica fails halfway, the primary starts over.
     */
    async read<T>(
      need: ReadRequirements,
      begin: (db: Database, work: (tx: Transaction) => Promise<T>) => Promise<T>,
      work: (tx: Transaction) => Promise<T>,
    ): Promise<T> {
      if (problem === null && lag.caughtUpTo > changes.latestOf(need.fleetId)) {
        const read = await attempt(need, (run) => begin(db, run), work)
        if ('result' in read) {
          reads.replica++
          return read.result
        }
        if (!(read.error instanceof NotOnReplica))
          log.warn({ err: read.error }, 'A read moved to the primary')
      }
      reads.primary++
      return begin(primary, work)
    },
    async close() {
      isStopped = true
      await db.close()
      await probing
    },
  }
}
export type Replica = ReturnType<typeof openReplica>

/** Reads on the replica. Returns an error after which the primary may succeed, and throws every other. */
async function attempt<T>(
  need: ReadRequirements,
  begin: (run: (tx: Transaction) => Promise<T>) => Promise<T>,
  work: (tx: Transaction) => Promise<T>,
): Promise<{ result: T } | { error: unknown }> {
  try {
    const result = await begin(async (tx) => {
      await demand(tx, need)
      return work(tx)
    })
    return { result }
  } catch (error) {
    if (!isReplicasFault(error)) throw error
    return { error }
  }
}

/** Remembers when fleets changed. */
function fleetChanges() {
  const changedAt = new Map<number, number>()
  let anyAt = Number.NEGATIVE_INFINITY
  let allAt = Number.NEGATIVE_INFINITY
  return {
    /** Null: any fleet may have changed. */
    note(fleetId: number | null) {
      anyAt = performance.now()
      if (fleetId === null) allAt = anyAt
      else changedAt.set(fleetId, anyAt)
    },
    /** Null: the latest change of any fleet. */
    latestOf: (fleetId: number | null) =>
      fleetId === null ? anyAt : Math.max(allAt, changedAt.get(fleetId) ?? Number.NEGATIVE_INFINITY),
    forgetBefore(time: number) {
      for (const [fleetId, at] of changedAt) if (at < time) changedAt.delete(fleetId)
    },
  }
}

/** Returns how far the replica has replayed. Null: it is no longer a replica. */
async function replayedBy(db: Queryable): Promise<bigint | null> {
  const [row] = await db.query<{ at: string | null }>(
    sql`select case when pg_is_in_recovery() then pg_last_wal_replay_lsn()::text end as at`,
  )
  return row?.at ? parseWalPosition(row.at) : null
}

/** Returns the position up to which a primary has made its commits durable. */
async function positionOf(db: Queryable): Promise<bigint> {
  const [row] = await db.query<{ at: string }>(sql`select pg_current_wal_flush_lsn()::text as at`)
  return parseWalPosition(row?.at ?? '') ?? 0n
}

async function demand(tx: Transaction, { position, completedBefore }: ReadRequirements) {
  const [row] = await tx.query<{ replayed: string | null; xmin: string }>(sql`
    select case when pg_is_in_recovery() then pg_last_wal_replay_lsn()::text end as replayed,
      pg_snapshot_xmin(pg_current_snapshot())::text as xmin`)
  const replayed = parseWalPosition(row?.replayed ?? '')
  if (replayed === null || (position !== null && replayed < position)) throw new NotOnReplica()
  if (completedBefore !== undefined && BigInt(row?.xmin ?? 0) < completedBefore) throw new NotOnReplica()
}

/**
 * Whether the primary may succeed where the replica failed: not there yet, a broken or refused connection, a conflict with
 * replay (40001, 40P01), a statement that writes (25006), a column that the replica does not have yet, or a shutdown.
 */
function isReplicasFault(error: unknown): boolean {
  if (error instanceof NotOnReplica) return true
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (/^(08|53|57P|40|58|XX)/.test(code)) return true
  if (['25006', '42P01', '42703', '42883', '0A000', '28P01', '28000', '3D000', '42501'].includes(code))
    return true
  // The driver's own errors have no code, or that of the socket.
  return error instanceof Error && (/^E[A-Z]{3,}$/.test(code) || /connection|timeout/i.test(error.message))
}
