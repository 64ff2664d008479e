import { type OpRow, type QueueCounts, ZERO_COUNTS } from '#src/offline/model/op-row.ts'
import { COUNT_KEYS, countRows } from './count-rows.ts'
import { appendLog } from './log.ts'
import { type Meta, writeMeta } from './meta.ts'
import type { FileRow, OutboxDb, ReceiptRow } from './outbox-db.ts'

/** Everything that one decision writes to the outbox. Plain data. */
export interface Changes {
  /** New operations. */
  added: OpRow[]
  /** Stored operations with their new values. */
  changed: OpRow[]
  /** Ids of removed operations. */
  removed: string[]
  addedFiles: FileRow[]
  removedFiles: string[]
  /** Stored files that get a new id. Their bytes are not part of the decision. */
  renamedFiles: { from: string; to: string }[]
  receipts: ReceiptRow[]
  removedReceipts: string[]
  /** What the changes add to the stored counters; null: all rows are counted again. */
  counts: QueueCounts | null
  meta: Partial<Omit<Meta, 'counters'>>
  /** Entries of the log, in order. */
  notes: Note[]
}

interface Note {
  event: string
  opId?: string
  text?: string
}

/**
 * Writes the changes of one decision. Within `Store.write`.
 *
 * The requests are issued together, because awaiting each takes longer than the work itself. There is one request per
 * row: the error of a bulk request would hide that the disk is full.
 */
export async function commit(db: OutboxDb, changes: Changes): Promise<void> {
  await Promise.all([
    ...changes.removed.map((id) => db.ops.delete(id)),
    ...changes.added.map((op) => db.ops.add(op)),
    ...changes.changed.map((op) => db.ops.put(op)),
    ...changes.removedFiles.map((id) => db.files.delete(id)),
    ...changes.renamedFiles.map(({ from, to }) => renameFile(db, from, to)),
    ...changes.addedFiles.map((file) => db.files.put(file)),
    ...changes.removedReceipts.map((id) => db.receipts.delete(id)),
    ...changes.receipts.map((receipt) => db.receipts.put(receipt)),
    ...Object.entries(changes.meta).map(([key, value]) => writeMeta(db, key as keyof Meta, value)),
    updateCounters(db, changes.counts),
    ...changes.notes.map(({ event, opId, text }) => appendLog(db, event, opId, text)),
  ])
}

/** Recounts all rows when the stored counters cannot be trusted. Within `Store.write`. */
export async function recount(db: OutboxDb): Promise<void> {
  await writeMeta(db, 'counters', await countRows(db))
}

/** Only this reads before it writes: once in a commit, after the requests that it counts were issued. */
async function updateCounters(db: OutboxDb, counts: QueueCounts | null): Promise<void> {
  if (counts === null) return recount(db)
  // Most changes affect no counter: nothing to read or write.
  if (COUNT_KEYS.every((key) => counts[key] === 0)) return
  const stored = (await db.meta.get('counters'))?.v as QueueCounts | undefined
  // A full disk may have deleted the counters.
  if (stored === undefined) return recount(db)
  const sum = { ...ZERO_COUNTS }
  for (const key of COUNT_KEYS) sum[key] = (stored[key] ?? 0) + counts[key]
  await writeMeta(db, 'counters', sum)
}

/** Moves the bytes within the transaction, so that no file is left half renamed. */
async function renameFile(db: OutboxDb, from: string, to: string): Promise<void> {
  const stored = await db.files.get(from)
  await db.files.delete(from)
  if (stored) await db.files.add({ ...stored, id: to })
}
