import { fileIdOf, isFileOp, type OpRow, readOp } from '#src/offline/model/op-row.ts'
import { countUnsent, type UnsentCount } from '#src/offline/model/unsent-count.ts'
import { dependentsOf, opsOfEntity, repointDependents } from '#src/offline/queue/dependents.ts'
import { note } from '#src/offline/storage/log.ts'
import type { FileRow, OutboxDb } from '#src/offline/storage/outbox-db.ts'
import { addOp, recount, removeOp, type Store } from '#src/offline/storage/store.ts'

/** What a discard removed, held in the memory of the page only. */
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
    const stored = await store.db.ops.get(opId)
    if (stored === undefined) return null
    const removed = await discardStored(store.db, stored)
    return removed.isRestorable ? removed : null
  })
}

/** The removed rows. `isRestorable`: no remaining entry depends on them. */
export interface Removed extends Discarded {
  isRestorable: boolean
}

/** Removes a stored row, even if it cannot be parsed as an operation. Within `Store.write`. */
export async function discardStored(db: OutboxDb, stored: OpRow): Promise<Removed> {
  const op = readOp(stored)
  if (op !== null) return removeWithFollowers(db, op)
  await db.ops.delete(stored.id)
  await recount(db)
  return { ops: [stored], files: [], isRestorable: true }
}

/**
 * Restores what was just discarded: the same operations under the same keys, so that the server recognizes any that had
 * reached it. Does nothing if a row is present again or was acknowledged in the meantime.
 */
export async function restore(store: Store, discarded: Discarded): Promise<void> {
  await store.write(() => restoreOne(store.db, discarded))
}

/** Within `Store.write`. */
export async function restoreOne(db: OutboxDb, { ops, files }: Discarded): Promise<void> {
  const ids = ops.map(({ id }) => id)
  const known = [...(await db.ops.bulkGet(ids)), ...(await db.receipts.bulkGet(ids))]
  if (known.some((row) => row !== undefined)) return
  for (const row of ops) {
    const op = readOp(row)
    if (op === null) await db.ops.put(row)
    // An operation that was in flight when it was discarded is no longer under a lease.
    else await addOp(db, op.state === 'sending' ? { ...op, state: 'retry', nextAt: 0 } : op)
    await note(db, 'brought back', row.id)
  }
  await db.files.bulkPut(files)
  await recount(db)
}

/** Removes everything of this user if the counts equal what the user confirmed; otherwise nothing. */
export async function discardAll(store: Store, confirmed: UnsentCount): Promise<boolean> {
  return store.write(async () => {
    const rows = await store.db.ops.toArray()
    const { entries, files } = countUnsent(rows)
    if (entries !== confirmed.entries || files !== confirmed.files) return false
    await store.db.ops.bulkDelete(rows.map((row) => row.id))
    await store.db.files.bulkDelete(await store.db.files.toCollection().primaryKeys())
    await recount(store.db)
    await note(store.db, 'discarded all', undefined, `${entries} + ${files}`)
    return true
  })
}

/** Groups operations into items of the tray by id: an entry and its files are one item. */
export function linesOf(rows: readonly { id: string; parentId?: unknown }[]): Map<string, string[]> {
  const lines = new Map<string, string[]>()
  for (const { id, parentId } of rows) {
    // Files whose entry has arrived form one item under the entry's old id.
    const line = typeof parentId === 'string' ? parentId : id
    lines.set(line, [...(lines.get(line) ?? []), id])
  }
  return lines
}

async function removeWithFollowers(db: OutboxDb, op: OpRow): Promise<Removed> {
  const ofEntity = await opsOfEntity(db, op.entityId)
  const follows = (other: OpRow) =>
    op.kind.endsWith('.create') ? other.id !== op.id : isFileOp(other) && other.parentId === op.id
  const ops = [op, ...ofEntity.filter((other) => other.id !== op.id && follows(other))]
  const going = new Set(ops.map(({ id }) => id))
  const files = await db.files.bulkGet(ops.map((one) => fileIdOf(one)).filter((id) => id !== null))
  const dependents = (await Promise.all(ops.map(({ id }) => dependentsOf(db, id)))).flat()
  for (const other of ops.slice(1).reverse()) await removeOp(db, other, 'discarded')
  await repointDependents(db, op.id, op)
  await removeOp(db, op, 'discarded')
  const isRestorable =
    dependents.every(({ id }) => going.has(id)) &&
    ops.every(({ dependsOn }) => dependsOn.every((id) => going.has(id)))
  return { ops, files: files.filter((file) => file !== undefined), isRestorable }
}
