import type { Clock } from '#src/offline/model/clock.ts'
import { StorageBlocked } from '#src/offline/model/errors.ts'
import { createWatched, type Watched } from '#src/offline/model/live.ts'
import {
  countsOf,
  fileIdOf,
  type OpRow,
  type QueueCounts,
  withQueuePosition,
  ZERO_COUNTS,
} from '#src/offline/model/op-row.ts'
import type { Scope } from '#src/offline/model/scope.ts'
import { assertTransition } from '#src/offline/model/states.ts'
import { COUNT_KEYS, countRows } from './count-rows.ts'
import { note } from './log.ts'
import { readMeta, writeMeta } from './meta.ts'
import { type DeviceStorage, type OutboxDb, outboxDb } from './outbox-db.ts'
import { closePermanently, createReconnect, type Reconnect } from './reconnect.ts'
import { withReserve } from './reserve.ts'

/** The open outbox of one user; every read and write goes through it. */
export interface Store {
  readonly db: OutboxDb
  readonly scope: Scope
  /** One durable transaction over all tables. Reconnects a lost connection, so `work` must be idempotent. */
  write<T>(work: () => Promise<T>): Promise<T>
  /** The same for records that sending needs; also works on a full disk. */
  writeForSending<T>(work: () => Promise<T>): Promise<T>
  /** A read outside a transaction, with reconnection. */
  read: Reconnect
  /** Whether storage failed despite reconnecting: nothing new can be stored (docs/offline.md row 13). */
  isLost: Watched<boolean>
  close(): void
}

/** Opens (or creates) the outbox. @throws StorageBlocked if the browser stores nothing */
export async function openStore(scope: Scope, clock: Clock, storage: DeviceStorage = {}): Promise<Store> {
  const db = outboxDb(scope, storage)
  const isLost = createWatched(false)
  const withReconnect = trackLoss(
    isLost,
    createReconnect(db, clock, (error) => console.error('Outbox storage was lost and reopened', error)),
  )
  try {
    await withReconnect(() => db.open())
  } catch (error) {
    closePermanently(db)
    throw error instanceof StorageBlocked ? error : new StorageBlocked(error)
  }
  const tables = [db.ops, db.files, db.receipts, db.meta, db.log]
  // Dexie keeps a transaction open across native awaits only if its function is itself async.
  const write: Store['write'] = (work) =>
    withReconnect(() => db.transaction('rw', tables, async () => work()))
  return {
    db,
    scope,
    write,
    writeForSending: (work) => withReserve(db, () => write(work)),
    read: withReconnect,
    isLost,
    close: () => closePermanently(db),
  }
}

/** Tracks when reconnecting fails and when storage works again. */
function trackLoss(isLost: Watched<boolean>, withReconnect: Reconnect): Reconnect {
  return async (work) => {
    try {
      const result = await withReconnect(work)
      isLost.set(false)
      return result
    } catch (error) {
      if (error instanceof StorageBlocked) isLost.set(true)
      throw error
    }
  }
}

// Requests of one transaction are issued together, because awaiting each takes longer than the work itself. Only
// `updateCounters` reads before it writes: one at a time in a transaction.

/** Adds a new operation to its lane. Within `Store.write`. */
export async function addOp(db: OutboxDb, op: OpRow): Promise<void> {
  await Promise.all([db.ops.add(withQueuePosition(op)), updateCounters(db, null, op)])
}

/**
 * Changes an operation and updates counters and lane. Within `Store.write`. @throws on a transition that is not allowed
 */
export async function changeOp(db: OutboxDb, op: OpRow, change: Partial<OpRow>): Promise<OpRow> {
  const changed = withQueuePosition({ ...op, ...change })
  assertTransition(op.state, changed.state)
  const isWorthNoting = op.state !== changed.state && changed.state !== 'sending'
  await Promise.all([
    db.ops.put(changed),
    updateCounters(db, op, changed),
    isWorthNoting && note(db, `${op.state} → ${changed.state}`, op.id),
  ])
  return changed
}

/** Replaces an operation by the same command under a new key. Its file stays. Within `Store.write`. */
export async function replaceOp(db: OutboxDb, old: OpRow, next: OpRow): Promise<void> {
  await db.ops.delete(old.id)
  await db.ops.add(withQueuePosition(next))
  await updateCounters(db, old, next)
  await note(db, `sent anew as ${next.id}`, old.id)
}

/** Removes an operation and its file. Within `Store.write`; only for an acknowledgement or a user action. */
export async function removeOp(
  db: OutboxDb,
  op: OpRow,
  why: 'acked' | 'discarded' | 'merged',
): Promise<void> {
  const fileId = fileIdOf(op)
  await Promise.all([
    db.ops.delete(op.id),
    fileId !== null && db.files.delete(fileId),
    updateCounters(db, op, null),
    // The receipt records an acknowledgement.
    why !== 'acked' && note(db, why, op.id),
  ])
}

/** Returns the next number of the counter that orders the queue. Within `Store.write`. */
export async function nextSeq(db: OutboxDb): Promise<number> {
  const last = await readMeta(db, 'seq')
  const seq = (Number.isSafeInteger(last) ? last : await highestSeq(db)) + 1
  await writeMeta(db, 'seq', seq)
  return seq
}

async function highestSeq(db: OutboxDb): Promise<number> {
  let highest = 0
  await db.ops.each((op) => {
    if (Number.isSafeInteger(op.seq)) highest = Math.max(highest, op.seq)
  })
  return highest
}

/** Recounts all rows when the stored counters cannot be trusted. Within `Store.write`. */
export async function recount(db: OutboxDb): Promise<void> {
  await writeMeta(db, 'counters', await countRows(db))
}

async function updateCounters(db: OutboxDb, before: OpRow | null, after: OpRow | null): Promise<void> {
  const [minus, plus] = [countsOf(before), countsOf(after)]
  // Most changes affect no counter: nothing to read or write.
  if (COUNT_KEYS.every((key) => minus[key] === plus[key])) return
  const kept = (await db.meta.get('counters'))?.v as QueueCounts | undefined
  // The recount includes the change, which was issued before.
  if (kept === undefined) return recount(db)
  const sum = { ...ZERO_COUNTS }
  for (const key of COUNT_KEYS) sum[key] = (kept[key] ?? 0) - minus[key] + plus[key]
  await writeMeta(db, 'counters', sum)
}
