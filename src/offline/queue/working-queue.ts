import { countsOf, fileIdOf, type OpRow, withQueuePosition, ZERO_COUNTS } from '#src/offline/model/op-row.ts'
import { assertTransition, isQueued } from '#src/offline/model/states.ts'
import { type Changes, commit } from '#src/offline/storage/commit.ts'
import { COUNT_KEYS } from '#src/offline/storage/count-rows.ts'
import type { FileRow, OutboxDb } from '#src/offline/storage/outbox-db.ts'
import { type Existing, existingOf, readableOps, withAttempt } from './existing.ts'

/**
 * The queue in memory while a decision changes it: the stored rows, with the changes so far. Nothing in this file reads
 * storage or a clock, except `changeQueue` and `changeStored` at its end.
 */
export interface WorkingQueue {
  existing: Existing
  /** Readable operations as stored. */
  stored: ReadonlyMap<string, OpRow>
  /** Readable operations as they will be. */
  ops: Map<string, OpRow>
  /** Rows that cannot be read as operations. */
  unreadable: Map<string, OpRow>
  /** Entities whose operations are all here; null: the whole queue is. */
  entityIds: Set<string> | null
  /** Added files; null: removed ones. */
  files: Map<string, FileRow | null>
  /** Changes besides operations and their files. */
  also: Pick<Changes, 'renamedFiles' | 'receipts' | 'removedReceipts' | 'meta' | 'notes'>
}

export function workingQueue(existing: Existing): WorkingQueue {
  const stored = new Map(readableOps(existing.ops).map((op) => [op.id, op]))
  const unreadable = existing.ops.filter(({ id }) => !stored.has(id)).map((row) => [row.id, row] as const)
  return {
    existing,
    stored,
    ops: new Map(stored),
    unreadable: new Map(unreadable),
    entityIds: existing.entityIds && new Set(existing.entityIds),
    files: new Map(),
    also: { renamedFiles: [], receipts: [], removedReceipts: [], meta: {}, notes: [] },
  }
}

/** What has to be written so that storage equals this queue. */
export function changesOf({ existing, stored, ops, unreadable, files, also }: WorkingQueue): Changes {
  const known = new Map(existing.ops.map((row) => [row.id, row]))
  const written = [...ops.values()].filter((op) => stored.get(op.id) !== op)
  const restored = [...unreadable.values()].filter(({ id }) => !known.has(id))
  const setAside = [...unreadable.values()].filter((row) => known.has(row.id) && known.get(row.id) !== row)
  const removed = [...known.keys()].filter((id) => !ops.has(id) && !unreadable.has(id))
  const counts = { ...ZERO_COUNTS }
  for (const key of COUNT_KEYS) {
    for (const op of written) counts[key] += countsOf(op)[key] - countsOf(stored.get(op.id) ?? null)[key]
    for (const id of removed) counts[key] -= countsOf(stored.get(id) ?? null)[key]
  }
  // What an unreadable row adds to the counters is not known.
  const isCountKnown = restored.length + setAside.length === 0 && removed.every((id) => stored.has(id))
  return {
    ...also,
    added: [...written.filter(({ id }) => !stored.has(id)), ...restored],
    changed: [...written.filter(({ id }) => stored.has(id)), ...setAside],
    removed,
    addedFiles: [...files.values()].filter((file) => file !== null),
    removedFiles: [...files].flatMap(([id, file]) => (file === null ? [id] : [])),
    counts: isCountKnown ? counts : null,
  }
}

/** All readable operations of an entity, in order. They count as tried if they may have been sent without a record. */
export function opsOfEntity(queue: WorkingQueue, entityId: string): OpRow[] {
  if (queue.entityIds?.has(entityId) === false) throw new Error(`The operations of ${entityId} were not read`)
  const ops = [...queue.ops.values()].filter((op) => op.entityId === entityId).sort((a, b) => a.seq - b.seq)
  return areAttemptsRecorded(queue) ? ops : ops.map(withAttempt)
}

const areAttemptsRecorded = ({ existing, also }: WorkingQueue): boolean =>
  also.meta.attemptsNoted ?? existing.areAttemptsRecorded

/** Marks operations as tried that may have been sent without a record. Needs the whole queue if there are any. */
export function markUnrecordedAttempts(queue: WorkingQueue): void {
  if (areAttemptsRecorded(queue)) return
  if (queue.entityIds) throw new Error('The queue was not read as a whole')
  for (const op of queue.ops.values())
    if (op.firstAttemptAt === null) changeOp(queue, op, { firstAttemptAt: op.occurredAt })
  queue.also.meta.attemptsNoted = true
}

/** Returns the next number of the counter that orders the queue. */
export function nextSeq({ existing, also }: WorkingQueue): number {
  const last = also.meta.seq ?? existing.lastSeq
  if (last === null) throw new Error('The last sequence number was not read')
  also.meta.seq = last + 1
  return last + 1
}

/**
 * Returns the sequence number of an operation that waits for another one: a new number if its own is lower. If a file
 * were ahead of its entry, two lanes could wait for each other forever, because an entry may wait for other files.
 */
export const seqAfter = (queue: WorkingQueue, op: OpRow, awaited: OpRow | undefined): number =>
  awaited && op.seq < awaited.seq ? nextSeq(queue) : op.seq

export function note({ also }: WorkingQueue, event: string, opId?: string, text?: string): void {
  also.notes.push({ event, ...(opId === undefined ? {} : { opId }), ...(text === undefined ? {} : { text }) })
}

/** Adds a new operation to its lane. */
export function addOp(queue: WorkingQueue, op: OpRow): OpRow {
  const added = withQueuePosition(op)
  queue.ops.set(op.id, added)
  return added
}

/** Adds a new operation, or holds it if a dependency is blocked. */
export const addOrHold = (queue: WorkingQueue, op: OpRow): OpRow =>
  addOp(queue, isAnyBlocked(queue, op.dependsOn) ? { ...op, state: 'held', heldFor: 'dependency' } : op)

/** Changes an operation, and its lane with its state. @throws on a transition that is not allowed */
export function changeOp(queue: WorkingQueue, op: OpRow, change: Partial<OpRow>): OpRow {
  const changed = withQueuePosition({ ...op, ...change })
  assertTransition(op.state, changed.state)
  queue.ops.set(op.id, changed)
  if (op.state !== changed.state && changed.state !== 'sending')
    note(queue, `${op.state} → ${changed.state}`, op.id)
  return changed
}

/** Replaces an operation by the same command under a new key. Its file stays. */
export function replaceOp(queue: WorkingQueue, old: OpRow, next: OpRow): void {
  queue.ops.delete(old.id)
  addOp(queue, next)
  note(queue, `sent again as ${next.id}`, old.id)
}

/** Removes an operation and its file; only for an acknowledgement or a user action. */
export function removeOp(queue: WorkingQueue, op: OpRow, why: 'acked' | 'discarded' | 'merged'): void {
  const fileId = fileIdOf(op)
  queue.ops.delete(op.id)
  if (fileId !== null) queue.files.set(fileId, null)
  // The receipt records an acknowledgement.
  if (why !== 'acked') note(queue, why, op.id)
}

/** Operations that depend on this one, in order. */
export const dependentsOf = ({ ops }: WorkingQueue, opId: string): OpRow[] =>
  [...ops.values()].filter(({ dependsOn }) => dependsOn.includes(opId)).sort((a, b) => a.seq - b.seq)

/** Holds the operations that depend on this one, so that they do not block their lanes. */
export function holdDependents(queue: WorkingQueue, opId: string): void {
  for (const op of dependentsOf(queue, opId)) hold(queue, op)
}

/** Holds an operation, and what depends on it, if a dependency is blocked. */
export function holdIfBlocked(queue: WorkingQueue, op: OpRow): void {
  if (isAnyBlocked(queue, op.dependsOn)) hold(queue, op)
}

/** A tried operation waits for another one if a restored server lost that one (docs/offline.md row 33). */
function hold(queue: WorkingQueue, op: OpRow): void {
  if (op.state !== 'pending' && op.state !== 'retry') return
  changeOp(queue, op, { state: 'held', heldFor: 'dependency' })
  holdDependents(queue, op.id)
}

/** Queues the dependents of an operation again after it was queued again. */
export function releaseDependents(queue: WorkingQueue, opId: string): void {
  for (const op of dependentsOf(queue, opId)) releaseIfFree(queue, op)
}

/** Queues a held operation again unless a dependency is still blocked. */
export function releaseIfFree(queue: WorkingQueue, op: OpRow): void {
  if (op.state !== 'held' || op.heldFor !== 'dependency') return
  if (isAnyBlocked(queue, op.dependsOn)) return
  changeOp(queue, op, { state: 'pending', heldFor: null })
  releaseDependents(queue, op.id)
}

/** Replaces one dependency by others in all operations that depend on it. */
export function repointDependents(
  queue: WorkingQueue,
  opId: string,
  by: { dependsOn: readonly string[]; baseRev: number | null; baseOf: string | null },
): void {
  for (const op of dependentsOf(queue, opId)) {
    const dependsOn = [...new Set([...op.dependsOn.filter((id) => id !== opId), ...by.dependsOn])]
    const base = op.baseOf === opId ? { baseRev: by.baseRev, baseOf: by.baseOf } : {}
    releaseIfFree(queue, changeOp(queue, op, { dependsOn, ...base }))
  }
}

/** Whether one of these operations exists but is not queued. */
const isAnyBlocked = ({ ops, unreadable }: WorkingQueue, opIds: readonly string[]): boolean =>
  opIds.some((id) => {
    const op = ops.get(id) ?? unreadable.get(id)
    return op !== undefined && !isQueued(op.state)
  })

/** Writes what a decision changes. Within `Store.write`. */
export async function changeQueue<T>(
  db: OutboxDb,
  existing: Existing,
  decide: (queue: WorkingQueue) => T,
): Promise<T> {
  const queue = workingQueue(existing)
  const result = decide(queue)
  await commit(db, changesOf(queue))
  return result
}

/** Writes a change of one operation that concerns no others. Within `Store.write`. */
export const changeStored = (db: OutboxDb, op: OpRow, change: Partial<OpRow>): Promise<OpRow> =>
  changeQueue(db, existingOf([op]), (queue) => changeOp(queue, op, change))
