import { type OpRow, readOp } from '#src/offline/model/op-row.ts'
import { isQueued } from '#src/offline/model/states.ts'
import { readMeta, writeMeta } from '#src/offline/storage/meta.ts'
import type { OutboxDb } from '#src/offline/storage/outbox-db.ts'
import { addOp, changeOp } from '#src/offline/storage/store.ts'

/**
 * All readable operations of an entity, in order. Operations that may have been sent without a record count as tried.
 */
export async function opsOfEntity(db: OutboxDb, entityId: string): Promise<OpRow[]> {
  const ops = readAll(await db.ops.where('entityId').equals(entityId).toArray())
  if (ops.length === 0 || (await areAttemptsRecorded(db))) return ops
  return ops.map((op) => ({ ...op, firstAttemptAt: op.firstAttemptAt ?? op.occurredAt }))
}

/** Whether each attempt is recorded in its row. False after a full disk prevented it, and for rows of older builds. */
const areAttemptsRecorded = (db: OutboxDb): Promise<boolean> => readMeta(db, 'attemptsNoted')

/**
 * Restores the flag that every attempt is recorded: first marks operations that may have been sent without a record as
 * tried. Within `Store.write`.
 */
export async function markUnrecordedAttempts(db: OutboxDb): Promise<void> {
  if (await areAttemptsRecorded(db)) return
  for (const op of readAll(await db.ops.toArray()))
    if (op.firstAttemptAt === null) await changeOp(db, op, { firstAttemptAt: op.occurredAt })
  await writeMeta(db, 'attemptsNoted', true)
}

/** Operations that depend on this one. */
export async function dependentsOf(db: OutboxDb, opId: string): Promise<OpRow[]> {
  return readAll(await db.ops.where('dependsOn').equals(opId).toArray())
}

/** Holds the operations that depend on this one, so that they do not block their lanes. Within `Store.write`. */
export async function holdDependents(db: OutboxDb, opId: string): Promise<void> {
  for (const op of await dependentsOf(db, opId)) {
    if (op.state !== 'pending') continue
    await changeOp(db, op, { state: 'held', heldFor: 'dependency' })
    await holdDependents(db, op.id)
  }
}

/** Queues the dependents of an operation again after it was queued again. Within `Store.write`. */
export async function releaseDependents(db: OutboxDb, opId: string): Promise<void> {
  for (const op of await dependentsOf(db, opId)) await releaseIfFree(db, op)
}

/** Queues a held operation again unless a dependency is still blocked. Within `Store.write`. */
export async function releaseIfFree(db: OutboxDb, op: OpRow): Promise<void> {
  if (op.state !== 'held' || op.heldFor !== 'dependency') return
  if (await isAnyBlocked(db, op.dependsOn)) return
  await changeOp(db, op, { state: 'pending', heldFor: null })
  await releaseDependents(db, op.id)
}

/** Adds a new operation to the queue, or holds it if a dependency is blocked. Within `Store.write`. */
export async function addOrHold(db: OutboxDb, op: OpRow): Promise<OpRow> {
  const isHeld = await isAnyBlocked(db, op.dependsOn)
  const placed: OpRow = isHeld ? { ...op, state: 'held', heldFor: 'dependency' } : op
  await addOp(db, placed)
  return placed
}

/** Whether one of these operations exists but is not queued. */
export async function isAnyBlocked(db: OutboxDb, opIds: readonly string[]): Promise<boolean> {
  const awaited = await db.ops.bulkGet([...opIds])
  return awaited.some((op) => op !== undefined && !isQueued(op.state))
}

/** Replaces one dependency by others in all operations that depend on it. Within `Store.write`. */
export async function repointDependents(
  db: OutboxDb,
  opId: string,
  by: { dependsOn: readonly string[]; baseRev: number | null; baseOf: string | null },
): Promise<void> {
  for (const op of await dependentsOf(db, opId)) {
    const dependsOn = [...new Set([...op.dependsOn.filter((id) => id !== opId), ...by.dependsOn])]
    const base = op.baseOf === opId ? { baseRev: by.baseRev, baseOf: by.baseOf } : {}
    await releaseIfFree(db, await changeOp(db, op, { dependsOn, ...base }))
  }
}

function readAll(rows: unknown[]): OpRow[] {
  return rows
    .map(readOp)
    .filter((op) => op !== null)
    .sort((a, b) => a.seq - b.seq)
}
