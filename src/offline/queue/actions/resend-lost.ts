import { sha256 } from '#src/offline/model/hash.ts'
import { needsBaseRevision } from '#src/offline/model/op-kinds.ts'
import {
  fileIdOf,
  isFileOp,
  isWithoutBytes,
  type OpRow,
  readOp,
  type Trouble,
  WITHOUT_BYTES,
} from '#src/offline/model/op-row.ts'
import { payloadOfEntry } from '#src/offline/model/payload.ts'
import { newOp } from '#src/offline/queue/enqueue/new-op.ts'
import { readableOps, readEntities, readOps } from '#src/offline/queue/existing.ts'
import { requeueWithNewKey } from '#src/offline/queue/requeue-with-new-key.ts'
import {
  addOp,
  addOrHold,
  changeOp,
  changeQueue,
  holdIfBlocked,
  note,
  opsOfEntity,
  seqAfter,
  type WorkingQueue,
} from '#src/offline/queue/working-queue.ts'
import { filesWithoutBytes, type ReceiptRow, readFilesWithoutBytes } from '#src/offline/storage/outbox-db.ts'
import { tryUnlessFull } from '#src/offline/storage/reserve.ts'
import type { Store } from '#src/offline/storage/store.ts'

/** This device's copies of files that it has sent. */
export interface SentCopies {
  /** Returns the bytes of a file; null if there is no copy. */
  read(fileId: string): Promise<ArrayBuffer | null>
  /** Deletes the copy of a file that is queued again, so that its bytes do not take space twice. */
  drop(fileId: string): Promise<void>
  /** Frees space: deletes all copies that can be fetched again, so not those of these files. */
  dropExcept(fileIds: ReadonlySet<string>): Promise<void>
}

/** For a device that keeps no copies. */
export const NO_COPIES: SentCopies = {
  read: async () => null,
  drop: async () => {},
  dropExcept: async () => {},
}

/** Entities whose operations are queued in one transaction, so that a long list does not block the sender. */
const ENTITIES_PER_WRITE = 50

/**
 * Queues operations again that the server acknowledged and then lost: same keys, same order. Queued operations of the
 * same entries then depend on them (docs/offline.md row 33). The operations of each entry are queued in one transaction,
 * before the bytes of any file. A file whose copy is gone from this device, or does not fit, is shown among the entries
 * that need user action; nothing is skipped silently.
 * @returns false if the disk had no space for some entries; their receipts stay, for the next try
 */
export async function resendLost(
  store: Store,
  missing: readonly string[],
  copies: SentCopies,
): Promise<boolean> {
  const { db } = store
  const receipts = (await store.read(() => db.receipts.bulkGet([...missing]))).filter(
    (row) => row !== undefined,
  )
  const entities = byEntity(store, receipts)
  let left = await queueEntities(store, entities)
  if (left.length > 0) {
    const lostFiles = entities.flat().flatMap((op) => fileIdOf(op) ?? [])
    const needed = await store.read(() => readFilesWithoutBytes(db))
    await copies.dropExcept(new Set([...needed, ...lostFiles]))
    left = await queueEntities(store, left)
  }
  await resendFiles(store, copies)
  return left.length === 0
}

/** @returns the entities for which there was no space */
async function queueEntities(store: Store, entities: readonly OpRow[][]): Promise<OpRow[][]> {
  const left: OpRow[][] = []
  for (let from = 0; from < entities.length; from += ENTITIES_PER_WRITE) {
    const group = entities.slice(from, from + ENTITIES_PER_WRITE)
    // They share a transaction; if it does not fit, each gets its own (`Store.writeForSending`).
    const areQueued = await Promise.all(
      group.map((lost) => tryUnlessFull(() => store.writeForSending(() => queueEntity(store, lost)))),
    )
    left.push(...group.filter((_, i) => !areQueued[i]))
  }
  return left
}

async function queueEntity({ db }: Store, lost: readonly OpRow[]): Promise<void> {
  const opIds = lost.map(({ id }) => id)
  const entityIds = [...new Set(lost.map(({ entityId }) => entityId))]
  await changeQueue(db, await readEntities(db, entityIds, opIds), (queue) => {
    putBack(queue, lost)
    queue.also.removedReceipts.push(...opIds)
    note(queue, 'sent again to a server that was set back', undefined, String(lost.length))
  })
}

/** The lost operations of each entity, in the order of entry; the entity that was changed first is first. */
function byEntity(store: Store, receipts: readonly ReceiptRow[]): OpRow[][] {
  const lost = receipts.map((receipt) => readOp(receipt.op) ?? withoutContent(store, receipt))
  const entities = new Map<string, OpRow[]>()
  for (const op of lost.sort((a, b) => a.seq - b.seq)) {
    const entity = entities.get(op.entityId)
    if (entity) entity.push(op)
    else entities.set(op.entityId, [op])
  }
  return [...entities.values()]
}

/** Queues all operations of one entity again, in the order of entry. */
function putBack(queue: WorkingQueue, lost: readonly OpRow[]): void {
  const entries = lost.filter((op) => !isFileOp(op))
  const deletion = entries.find((op) => op.kind.endsWith('.delete'))
  // Created and deleted within the lost period: there is nothing to restore.
  if (deletion && entries[0]?.kind.endsWith('.create')) return
  const wanted = deletion ? [{ ...deletion, baseRev: entries[0]?.baseRev ?? null }] : lost
  const isRemoved = removedIn(entries)
  let last: OpRow | null = null
  for (const op of wanted) {
    const isQueued = queue.ops.has(op.id) || queue.unreadable.has(op.id)
    if (isQueued || isRemoved(op)) continue
    const placed = placeAgain(queue, op, last, lost)
    if (!isFileOp(op)) last = placed
  }
  if (last) queueBehind(queue, last, wanted)
}

function placeAgain(queue: WorkingQueue, op: OpRow, last: OpRow | null, lost: readonly OpRow[]): OpRow {
  const parent = lost.find(({ id }) => id === op.parentId)
  const awaited = isFileOp(op) ? parent && (queue.ops.get(parent.id) ?? parent) : last
  const isBased = last !== null && needsBaseRevision(op.kind)
  const unattempted: OpRow = {
    ...op,
    attempts: 0,
    nextAt: 0,
    epoch: 0,
    uploaded: 0,
    arrived: 0,
    sameFailure: null,
    trouble: null,
    heldFor: null,
    state: 'pending',
    seq: seqAfter(queue, op, awaited ?? undefined),
    dependsOn: awaited ? [awaited.id] : [],
    baseOf: isBased ? last.id : null,
    baseRev: isBased ? null : op.baseRev,
  }
  if (op.payload === null)
    return addOrHold(queue, {
      ...unattempted,
      state: 'damaged',
      dependsOn: [],
      trouble: lostTrouble('entry_lost', Date.now()),
    })
  if (isFileOp(op))
    return addOp(queue, { ...unattempted, state: 'damaged', trouble: withoutBytes(Date.now()) })
  return addOrHold(queue, unattempted)
}

/** Makes later operations of the same entity depend on the one that is sent again. */
function queueBehind(queue: WorkingQueue, last: OpRow, lost: readonly OpRow[]): void {
  const sentAgain = new Set(lost.map(({ id }) => id))
  let isFirstEntry = true
  for (const op of opsOfEntity(queue, last.entityId)) {
    if (sentAgain.has(op.id) || !canStillWait(op)) continue
    const awaited = isFileOp(op) ? op.parentId : isFirstEntry ? last.id : null
    if (!isFileOp(op)) isFirstEntry = false
    if (awaited === null || !sentAgain.has(awaited)) continue
    // The server has responded that there is no such entry, and would repeat that for this key.
    const next = op.state === 'rejected' ? requeueWithNewKey(queue, op, { baseRev: null }) : op
    const base = needsBaseRevision(next.kind) ? { baseOf: awaited, baseRev: null } : {}
    const waiting = changeOp(queue, next, {
      ...(isFileOp(next) ? untriedFile(next) : {}),
      dependsOn: [...new Set([...next.dependsOn, awaited])],
      seq: seqAfter(queue, next, queue.ops.get(awaited)),
      ...base,
    })
    holdIfBlocked(queue, waiting)
  }
}

/** A file that was tried is not in flight while it waits for its entry, and must not block its lane. */
const untriedFile = ({ state }: OpRow): Partial<OpRow> =>
  state === 'retry' || state === 'stuck'
    ? { state: 'pending', firstAttemptAt: null, payloadHash: null, nextAt: 0 }
    : {}

function canStillWait({ state, trouble }: OpRow): boolean {
  if (state === 'rejected') return trouble?.status === 404 || trouble?.status === 410
  return state !== 'sending' && state !== 'conflict' && state !== 'damaged'
}

/** Files that a later edit removed need not be restored. */
function removedIn(entries: readonly OpRow[]): (op: OpRow) => boolean {
  const removed = new Set(
    entries.flatMap((op) =>
      op.kind.endsWith('.update') && op.payload !== null ? payloadOfEntry(op).removedFileIds : [],
    ),
  )
  return (op) => removed.has(fileIdOf(op) ?? '')
}

/** A receipt of an early build has no content: only the fact that there was an entry is left. */
const withoutContent = ({ scope }: Store, { id, kind, entityId, ackedAt }: ReceiptRow): OpRow =>
  newOp(
    { scope, appVersion: '' },
    { id, kind, entityId, seq: 0, vehicleId: 0, payload: null, occurredAt: ackedAt },
  )

/** What a lost file is stored with until its bytes are read from their copy. */
const withoutBytes = (at: number): Trouble => lostTrouble(WITHOUT_BYTES, at)

const lostTrouble = (code: string, at: number): Trouble => ({
  class: 'damaged',
  status: 0,
  code,
  at,
})

/**
 * Moves the bytes of lost files from their copies into the queue, one file at a time: all of them twice may not fit on
 * the device. A file that does not fit stays among the entries that need the user, and the next call tries it again. So
 * does a call that was interrupted.
 * @returns number of files that were queued
 */
export async function resendFiles(store: Store, copies: SentCopies): Promise<number> {
  const waiting = readableOps(await store.read(() => filesWithoutBytes(store.db)))
  const fileIds = new Set(waiting.map((op) => fileIdOf(op) ?? ''))
  let queued = 0
  let mayFreeSpace = true
  for (const op of waiting) {
    const bytes = await soundCopy(op, copies)
    const place = () =>
      tryUnlessFull(() =>
        store.writeForSending(async () =>
          changeQueue(store.db, await readOps(store.db, [op.id]), (queue) => placeFile(queue, op.id, bytes)),
        ),
      )
    let isPlaced = await place()
    if (!isPlaced && mayFreeSpace) {
      mayFreeSpace = false
      await copies.dropExcept(fileIds)
      isPlaced = await place()
    }
    if (!isPlaced || !bytes) continue
    queued++
    await copies.drop(fileIdOf(op) ?? '')
  }
  return queued
}

function placeFile(queue: WorkingQueue, opId: string, bytes: ArrayBuffer | null): void {
  const op = queue.ops.get(opId)
  // Another tab has placed it, or the user has discarded it.
  if (!op || !isWithoutBytes(op)) return
  if (!bytes) {
    changeOp(queue, op, { trouble: lostTrouble('file_lost', Date.now()) })
    return
  }
  const { fileId: id, type, sha256: digest } = op.payload as { fileId: string; type: string; sha256: string }
  queue.files.set(id, { id, name: nameOf(op), type, size: op.bytes, sha256: digest, bytes })
  addOrHold(queue, { ...op, state: 'pending', trouble: null })
  note(queue, 'damaged → pending', op.id)
}

async function soundCopy(op: OpRow, copies: SentCopies): Promise<ArrayBuffer | null> {
  const bytes = await copies.read(fileIdOf(op) ?? '')
  const { sha256: digest } = (op.payload ?? {}) as { sha256?: unknown }
  return bytes && (await sha256(bytes)) === digest ? bytes : null
}

function nameOf(op: OpRow): string {
  const { file_name: name } = (op.shown ?? {}) as { file_name?: unknown }
  return typeof name === 'string' ? name : ''
}
