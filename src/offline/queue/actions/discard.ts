import { fileIdOf, isFileOp, type OpRow, readOp, trayItemOf } from '#src/offline/model/op-row.ts'
import { countUnsent, type Unsent, versionOf } from '#src/offline/model/unsent-count.ts'
import { isRefused } from '#src/offline/queue/enqueue/plan-edit.ts'
import { readEntitiesOf, readOps } from '#src/offline/queue/existing.ts'
import { forgetRemovals, isRemovedBy, keepFilesOf } from '#src/offline/queue/removed-files.ts'
import {
  addOp,
  changeQueue,
  changesOf,
  dependentsOf,
  note,
  opsOfEntity,
  removeOp,
  repointDependents,
  type WorkingQueue,
  workingQueue,
} from '#src/offline/queue/working-queue.ts'
import { commit, recount } from '#src/offline/storage/commit.ts'
import { appendLog } from '#src/offline/storage/log.ts'
import type { FileRow, OutboxDb } from '#src/offline/storage/outbox-db.ts'
import type { Store } from '#src/offline/storage/store.ts'

/** What a discard removed. Kept in memory only, so that the user can undo it until the page closes. */
export interface Discarded {
  ops: OpRow[]
  files: FileRow[]
}

/**
 * Removes one operation and everything that cannot exist without it. Call it only after the user has confirmed.
 * @returns what `restore` can bring back; null if other operations depended on it and were repointed
 */
export async function discard(store: Store, opId: string): Promise<Discarded | null> {
  return store.write(async () => {
    const [removed] = await discardInTransaction(store.db, [opId])
    return removed?.isRestorable ? removed : null
  })
}

/** The removed rows. `isRestorable`: no remaining entry depends on them. */
export interface Removed extends Discarded {
  isRestorable: boolean
}

/**
 * Removes stored rows, even if they cannot be parsed as operations. Skips those that are gone. Within `Store.write`.
 * @param isFileUsed keeps the bytes of a file, because a form still shows it
 */
export async function discardInTransaction(
  db: OutboxDb,
  opIds: readonly string[],
  isFileUsed: (fileId: string) => boolean = () => false,
): Promise<Removed[]> {
  const queue = workingQueue(await readEntitiesOf(db, opIds))
  const removed = opIds.flatMap((id) => planDiscard(queue, id) ?? [])
  const changes = changesOf(queue)
  const files = (await db.files.bulkGet(changes.removedFiles)).filter((file) => file !== undefined)
  await commit(db, { ...changes, removedFiles: changes.removedFiles.filter((id) => !isFileUsed(id)) })
  return removed.map(({ ops, isRestorable }) => {
    const ids = ops.map(fileIdOf)
    return { ops, isRestorable, files: files.filter(({ id }) => ids.includes(id)) }
  })
}

/**
 * Restores what was just discarded: the same operations under the same keys, so that the server recognizes any that had
 * reached it. Does nothing if a row is present again or was acknowledged in the meantime.
 */
export async function restore(store: Store, discarded: Discarded): Promise<void> {
  await store.write(() => restoreInTransaction(store.db, [discarded]))
}

/** Restores each entry on its own. Within `Store.write`. */
export async function restoreInTransaction(db: OutboxDb, discarded: readonly Discarded[]): Promise<void> {
  const ids = discarded.flatMap(({ ops }) => ops.map(({ id }) => id))
  const [existing, receipts] = await Promise.all([readOps(db, ids), db.receipts.bulkGet(ids)])
  const known = new Set([...existing.ops, ...receipts].map((row) => row?.id))
  await changeQueue(db, existing, (queue) => {
    for (const entry of discarded) if (!entry.ops.some(({ id }) => known.has(id))) restoreOps(queue, entry)
  })
}

function restoreOps(queue: WorkingQueue, { ops, files }: Discarded): void {
  for (const row of ops) {
    const op = readOp(row)
    if (op === null) queue.unreadable.set(row.id, row)
    // An operation that was in flight when it was discarded is no longer under a lease.
    else addOp(queue, op.state === 'sending' ? { ...op, state: 'retry', nextAt: 0 } : op)
    note(queue, 'restored', row.id)
  }
  for (const file of files) queue.files.set(file.id, file)
}

/** Removes everything of this user; nothing if any of it is newer than what the user confirmed. */
export async function discardAll(store: Store, confirmed: Unsent): Promise<boolean> {
  return store.write(async () => {
    const rows = await store.db.ops.toArray()
    if (!rows.every((row) => confirmed.versions.has(versionOf(row)))) return false
    const { entries, files } = countUnsent(rows)
    await store.db.ops.bulkDelete(rows.map((row) => row.id))
    await store.db.files.bulkDelete(await store.db.files.toCollection().primaryKeys())
    await recount(store.db)
    await appendLog(store.db, 'discarded all', undefined, `${entries} + ${files}`)
    return true
  })
}

/** Groups operations by tray item: an entry and its files are one item. */
export function groupByTrayItem(rows: readonly Parameters<typeof trayItemOf>[0][]): Map<string, string[]> {
  const items = new Map<string, string[]>()
  for (const row of rows) {
    // Files of an acknowledged entry form one item under the id of the entry's operation.
    const item = trayItemOf(row)
    items.set(item, [...(items.get(item) ?? []), row.id])
  }
  return items
}

/**
 * Removes an operation with everything that cannot exist without it. Returns null if it no longer exists.
 * @param isAwaited whether the server awaits a file of the entry; null: not known. Awaited files stay and are sent. If it is
 *   not known, the operation's own files are removed, and those that it would have removed are sent.
 */
export function planDiscard(
  queue: WorkingQueue,
  opId: string,
  isAwaited: ((file: OpRow) => boolean) | null = null,
): Omit<Removed, 'files'> | null {
  const unreadable = queue.unreadable.get(opId)
  if (unreadable) return discardUnreadable(queue, unreadable)
  const op = queue.ops.get(opId)
  if (!op) return null
  const follows = (other: OpRow) =>
    op.kind.endsWith('.create')
      ? other.id !== op.id
      : isRemovedBy(op, other)
        ? isAwaited?.(other) === false
        : isFileOp(other) && other.parentId === op.id && isAwaited?.(other) !== true
  const ops = [op, ...opsOfEntity(queue, op.entityId).filter((other) => other.id !== op.id && follows(other))]
  const removedIds = new Set(ops.map(({ id }) => id))
  const hasNoOtherDependents = ops
    .flatMap(({ id, dependsOn }) => [...dependentsOf(queue, id).map((other) => other.id), ...dependsOn])
    .every((id) => removedIds.has(id))
  const following = ops.slice(1).reverse()
  for (const other of following) removeOp(queue, other, 'discarded')
  const fileIds = following.flatMap((other) => fileIdOf(other) ?? [])
  if (isRefused(op)) forgetRemovals(queue, op.entityId, fileIds)
  keepFilesOf(queue, op)
  repointDependents(queue, op.id, op)
  removeOp(queue, op, 'discarded')
  return { ops, isRestorable: hasNoOtherDependents }
}

/**
 * Removes an unreadable row. What depends on it is sent, because the row may have reached the server. Otherwise the
 * server rejects it, and the user decides about it too.
 */
function discardUnreadable(queue: WorkingQueue, row: OpRow): Omit<Removed, 'files'> {
  const isRestorable = dependentsOf(queue, row.id).length === 0
  queue.unreadable.delete(row.id)
  const baseRev = Number.isSafeInteger(row.baseRev) ? row.baseRev : null
  repointDependents(queue, row.id, { dependsOn: [], baseRev, baseOf: null })
  return { ops: [row], isRestorable }
}
