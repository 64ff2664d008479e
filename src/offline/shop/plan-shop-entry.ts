import { orderEntityId } from '#src/offline/model/ids.ts'
import { fileIdOf, isFileOp, type OpRow, readOp } from '#src/offline/model/op-row.ts'
import type { FilePayload } from '#src/offline/model/payload.ts'
import { newOp } from '#src/offline/queue/enqueue/new-op.ts'
import type { OpAuthor } from '#src/offline/queue/enqueue/prepare.ts'
import {
  addOp,
  changeOp,
  dependentsOf,
  nextSeq,
  opsOfEntity,
  releaseIfFree,
  removeOp,
  seqAfter,
  type WorkingQueue,
} from '#src/offline/queue/working-queue.ts'
import type { FileRow, ReceiptRow } from '#src/offline/storage/outbox-db.ts'
import { assignFile, handOverFiles } from './shared-files.ts'
import { bodyOf, type EstimateBase, isRefused, opKindOf, type ShopKind, toShopPayload } from './shop-op.ts'

/** An entry of the shop, with all ids generated. */
export interface NewShopEntry extends OpAuthor {
  id: string
  orderId: number
  kind: ShopKind
  body: Record<string, unknown>
  /** Its files, which are stored already, with the ids of their operations. */
  files: readonly { opId: string; row: Omit<FileRow, 'bytes'> }[]
  enteredAt: number
  /** Revision of the order that the user saw; null: not known. */
  orderRev: number | null
}

/** All operations of a shop are in one lane, in order, because they have no vehicle. */
const LANE = 0

/**
 * Adds an entry with its files to the queue of an order, unless it is in the queue: a double tap, or storage work that
 * ran twice. Pure.
 */
export function planShopEntry(queue: WorkingQueue, entry: NewShopEntry): void {
  const { id, orderId, kind, files, enteredAt } = entry
  const entityId = orderEntityId(orderId)
  const ops = opsOfEntity(queue, entityId)
  if (ops.some((op) => op.id === id) || queue.existing.receipts.some((receipt) => receipt.id === id)) return
  if (isRepeated(ops, entry)) return
  const basis = kind === 'estimate' || entry.body.lines !== undefined ? basisOf(queue, ops, entry) : null
  const body = { ...entry.body, ...(basis && { based_on: basis }) }
  const replaced = removeReplaced(queue, ops, kind, new Set(files.map(({ row }) => row.id)))
  const common = { entityId, vehicleId: LANE, occurredAt: enteredAt }
  const added = addOp(
    queue,
    newOp(entry, {
      ...common,
      id,
      kind: opKindOf(kind),
      seq: nextSeq(queue),
      payload: toShopPayload(orderId, body, enteredAt),
    }),
  )
  queueBehind(queue, replaced, added)
  for (const { opId, row } of files) {
    const queued = [...queue.ops.values()].find((op) => fileIdOf(op) === row.id)
    // The file of an earlier entry that has not arrived. The new entry leaves the queue last, so the file waits for it.
    if (queued?.dependsOn.length) assignFile(queue, queued, added)
    if (queued) continue
    const { id: fileId, type, size, sha256 } = row
    const payload: FilePayload = {
      fileId,
      type,
      size,
      sha256,
      target: `shop_links/${orderId}/documents`,
    }
    addOp(
      queue,
      newOp(entry, {
        ...common,
        id: opId,
        kind: 'file.put',
        seq: nextSeq(queue),
        parentId: id,
        dependsOn: [id],
        payload,
        bytes: size,
        shown: { file_name: row.name },
      }),
    )
  }
}

/**
 * Whether the latest entry of this kind has the same content. An earlier one does not count: after 90 and 95, a third
 * estimate of 90 is a correction.
 */
function isRepeated(ops: readonly OpRow[], { kind, body }: NewShopEntry): boolean {
  const latest = ops.findLast((op) => op.kind === opKindOf(kind) && !isRefused(op))
  if (latest === undefined) return false
  const { based_on: _basis, ...content } = bodyOf(latest)
  return JSON.stringify(content) === JSON.stringify(body)
}

/**
 * Returns what a new estimate or the lines of a bill are based on (APR-072, APR-081): the same as an estimate that it
 * replaces in the queue. It never has a later revision than what waits before it, because that may be rejected. Null: not
 * known.
 */
function basisOf(
  { existing: { receipts } }: WorkingQueue,
  ops: readonly OpRow[],
  { kind, orderRev }: NewShopEntry,
): EstimateBase | null {
  const queued = ops.findLast((op) => setsLines(op) && !isRefused(op))
  const earlier = queued && (bodyOf(queued).based_on as EstimateBase | undefined)
  if (kind === 'estimate' && queued && isUnsentEstimate(queued)) return earlier ?? null
  if (orderRev === null) return null
  // Not by time, because the clock of the device may have been set back.
  const sent = receipts.filter(setsLines).toSorted((a, b) => seqOf(a) - seqOf(b))
  const entry = queued?.id ?? sent.at(-1)?.id
  return { rev: Math.min(orderRev, earlier?.rev ?? orderRev), ...(entry !== undefined && { entry }) }
}

const seqOf = ({ op }: ReceiptRow): number => readOp(op)?.seq ?? 0

const setsLines = ({ kind }: Pick<OpRow, 'kind'>) =>
  kind === opKindOf('estimate') || kind === opKindOf('complete')

/** An estimate that the server certainly does not have. */
const isUnsentEstimate = (op: OpRow) => op.kind === opKindOf('estimate') && op.firstAttemptAt === null

/**
 * Removes earlier entries of this kind that were rejected: the new one replaces them. Estimates that were never sent
 * are removed too, because an estimate is complete. Files that the new one includes stay, and those of another queued
 * entry.
 * @returns the ids of the removed entries
 */
function removeReplaced(
  queue: WorkingQueue,
  ops: readonly OpRow[],
  kind: ShopKind,
  included: ReadonlySet<string>,
): ReadonlySet<string> {
  const isReplaced = (op: OpRow) => op.kind === opKindOf(kind) && (isRefused(op) || isUnsentEstimate(op))
  const removed = ops.filter(isReplaced)
  const replaced = new Set(removed.map(({ id }) => id))
  for (const op of removed) handOverFiles(queue, op, ({ id }) => !replaced.has(id))
  for (const op of [...queue.ops.values()]) {
    if (!replaced.has(op.id) && !(isFileOp(op) && replaced.has(op.parentId ?? ''))) continue
    removeOp(queue, op, 'merged')
    const fileId = fileIdOf(op)
    if (fileId !== null && included.has(fileId)) queue.files.delete(fileId)
  }
  return replaced
}

/** Makes what waited for a replaced entry, after the server was restored, wait for the new one (docs/offline.md row 33). */
function queueBehind(queue: WorkingQueue, replaced: ReadonlySet<string>, entry: OpRow): void {
  const waiting = new Set([...replaced].flatMap((id) => dependentsOf(queue, id).map((op) => op.id)))
  for (const op of [...waiting].flatMap((id) => queue.ops.get(id) ?? [])) {
    const dependsOn = [...op.dependsOn.filter((id) => !replaced.has(id)), entry.id]
    const moved = changeOp(queue, op, { dependsOn, seq: seqAfter(queue, op, entry) })
    for (const file of [...queue.ops.values()].filter(({ parentId }) => parentId === op.id))
      changeOp(queue, file, { seq: seqAfter(queue, file, moved) })
    releaseIfFree(queue, moved)
  }
}
