import { sha256 } from '#src/offline/model/hash.ts'
import { needsBaseRevision } from '#src/offline/model/op-kinds.ts'
import { fileIdOf, isFileOp, type OpRow, readOp, type Trouble } from '#src/offline/model/op-row.ts'
import { payloadOfEntry } from '#src/offline/model/payload.ts'
import { newOp } from '#src/offline/queue/enqueue/new-op.ts'
import { readEntities } from '#src/offline/queue/existing.ts'
import { requeueWithNewKey } from '#src/offline/queue/requeue-with-new-key.ts'
import {
  addOrHold,
  changeOp,
  changeQueue,
  holdIfBlocked,
  note,
  opsOfEntity,
  seqAfter,
  type WorkingQueue,
} from '#src/offline/queue/working-queue.ts'
import type { ReceiptRow } from '#src/offline/storage/outbox-db.ts'
import type { Store } from '#src/offline/storage/store.ts'

/** Number of operations that were queued again. */
export interface ResendResult {
  sentAgain: number
}

/** An acknowledged operation that the server lost, with the bytes of its file if this device still has them. */
interface Lost {
  op: OpRow
  bytes: ArrayBuffer | null
}

/**
 * Queues operations again that the server acknowledged and then lost: same keys, same order. Queued operations of the
 * same entries then depend on them (docs/offline.md row 33). A file whose copy is gone from this device is shown among
 * the entries that need user action; nothing is skipped silently.
 * @param copyOf bytes of a file that was sent from here, if still cached
 */
export async function resendLost(
  store: Store,
  missing: readonly string[],
  copyOf: (fileId: string) => Promise<ArrayBuffer | null>,
): Promise<ResendResult> {
  const { db } = store
  const receipts = (await store.read(() => db.receipts.bulkGet([...missing]))).filter(
    (row) => row !== undefined,
  )
  const lost: Lost[] = []
  for (const receipt of receipts) {
    const op = readOp(receipt.op) ?? withoutContent(store, receipt)
    lost.push({ op, bytes: isFileOp(op) ? await soundCopy(op, copyOf) : null })
  }
  lost.sort((a, b) => a.op.seq - b.op.seq)
  return store.write(async () => {
    const opIds = lost.map(({ op }) => op.id)
    const entityIds = [...new Set(lost.map(({ op }) => op.entityId))]
    return changeQueue(db, await readEntities(db, entityIds, opIds), (queue) => {
      for (const entity of byEntity(lost)) putBack(queue, entity)
      queue.also.removedReceipts.push(...missing)
      note(queue, 'sent again to a server that was set back', undefined, String(lost.length))
      return { sentAgain: lost.length }
    })
  })
}

function byEntity(lost: readonly Lost[]): Iterable<Lost[]> {
  const entities = new Map<string, Lost[]>()
  for (const each of lost) {
    const entity = entities.get(each.op.entityId)
    if (entity) entity.push(each)
    else entities.set(each.op.entityId, [each])
  }
  return entities.values()
}

/** Queues all operations of one entity again, in the order of entry. */
function putBack(queue: WorkingQueue, lost: readonly Lost[]): void {
  const entries = lost.filter(({ op }) => !isFileOp(op))
  const deletion = entries.find(({ op }) => op.kind.endsWith('.delete'))
  // Created and deleted within the lost period: there is nothing to restore.
  if (deletion && entries[0]?.op.kind.endsWith('.create')) return
  const wanted = deletion
    ? [{ ...deletion, op: { ...deletion.op, baseRev: entries[0]?.op.baseRev ?? null } }]
    : lost
  const isRemoved = removedIn(entries)
  let last: OpRow | null = null
  for (const { op, bytes } of wanted) {
    const isQueued = queue.ops.has(op.id) || queue.unreadable.has(op.id)
    if (isQueued || isRemoved(op)) continue
    const placed = placeAgain(queue, op, bytes, last, lost)
    if (!isFileOp(op)) last = placed
  }
  if (last) queueBehind(queue, last, wanted)
}

function placeAgain(
  queue: WorkingQueue,
  op: OpRow,
  bytes: ArrayBuffer | null,
  last: OpRow | null,
  lost: readonly Lost[],
): OpRow {
  const awaited = isFileOp(op) ? lost.find((other) => other.op.id === op.parentId)?.op : last
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
  const why = troubleOf(op, bytes)
  if (why) return addOrHold(queue, { ...unattempted, state: 'damaged', dependsOn: [], trouble: why })
  if (bytes) {
    const {
      fileId: id,
      type,
      sha256: digest,
    } = op.payload as { fileId: string; type: string; sha256: string }
    queue.files.set(id, { id, name: nameOf(op), type, size: op.bytes, sha256: digest, bytes })
  }
  return addOrHold(queue, unattempted)
}

/** Makes later operations of the same entity depend on the one that is sent again. */
function queueBehind(queue: WorkingQueue, last: OpRow, lost: readonly Lost[]): void {
  const sentAgain = new Set(lost.map(({ op }) => op.id))
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
function removedIn(entries: readonly Lost[]): (op: OpRow) => boolean {
  const removed = new Set(
    entries.flatMap(({ op }) =>
      op.kind.endsWith('.update') && op.payload !== null ? payloadOfEntry(op).removedFileIds : [],
    ),
  )
  return (op) => removed.has(fileIdOf(op) ?? '')
}

function troubleOf(op: OpRow, bytes: ArrayBuffer | null): Trouble | null {
  const code = op.payload === null ? 'entry_lost' : isFileOp(op) && !bytes ? 'file_lost' : null
  return code && { class: 'damaged', status: 0, code, at: Date.now() }
}

/** A receipt of an early build has no content: only the fact that there was an entry is left. */
const withoutContent = ({ scope }: Store, { id, kind, entityId, ackedAt }: ReceiptRow): OpRow =>
  newOp(
    { scope, appVersion: '' },
    { id, kind, entityId, seq: 0, vehicleId: 0, payload: null, occurredAt: ackedAt },
  )

async function soundCopy(
  op: OpRow,
  copyOf: (fileId: string) => Promise<ArrayBuffer | null>,
): Promise<ArrayBuffer | null> {
  const bytes = await copyOf(fileIdOf(op) ?? '')
  const { sha256: digest } = (op.payload ?? {}) as { sha256?: unknown }
  return bytes && (await sha256(bytes)) === digest ? bytes : null
}

function nameOf(op: OpRow): string {
  const { file_name: name } = (op.shown ?? {}) as { file_name?: unknown }
  return typeof name === 'string' ? name : ''
}
