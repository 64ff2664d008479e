import { opsOfEntity, repointDependents } from '../store/dependents.ts'
import { note } from '../store/log.ts'
import { isFileOp, type OpRow, readOp } from '../store/op-row.ts'
import type { OutboxDb } from '../store/outbox-db.ts'
import { recount, removeOp, type Store } from '../store/store.ts'

/** Removes one operation for good, and what cannot be without it. Only by a confirmed act of the person. */
export async function discard(store: Store, opId: string): Promise<void> {
  await store.write(async () => {
    const stored = await store.db.ops.get(opId)
    if (stored === undefined) return
    const op = readOp(stored)
    if (op !== null) return removeWithFollowers(store.db, op)
    await store.db.ops.delete(opId)
    await recount(store.db)
  })
}

/** Removes everything of this user, when the person saw this many lines; else nothing. */
export async function discardAll(store: Store, confirmedCount: number): Promise<boolean> {
  return store.write(async () => {
    const rows = await store.db.ops.toArray()
    if (linesOf(rows).size !== confirmedCount) return false
    await store.db.ops.bulkDelete(rows.map((row) => row.id))
    await store.db.files.bulkDelete(await store.db.files.toCollection().primaryKeys())
    await recount(store.db)
    await note(store.db, 'discarded all', undefined, String(confirmedCount))
    return true
  })
}

/** Lines of the tray by the id of their operation: an entry with its files is one. */
export function linesOf(rows: readonly { id: string; parentId?: unknown }[]): Map<string, string[]> {
  const lines = new Map<string, string[]>()
  for (const { id, parentId } of rows) {
    // Files whose entry has arrived are one line together, under the entry's old id.
    const line = typeof parentId === 'string' ? parentId : id
    lines.set(line, [...(lines.get(line) ?? []), id])
  }
  return lines
}

async function removeWithFollowers(db: OutboxDb, op: OpRow): Promise<void> {
  const ofEntity = await opsOfEntity(db, op.entityId)
  const follows = (other: OpRow) =>
    op.kind.endsWith('.create') ? other.id !== op.id : isFileOp(other) && other.parentId === op.id
  for (const other of ofEntity.filter(follows).reverse()) await removeOp(db, other, 'discarded')
  await repointDependents(db, op.id, op)
  await removeOp(db, op, 'discarded')
}
