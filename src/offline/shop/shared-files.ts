import { fileIdOf, isFileOp, type OpRow, readOp } from '#src/offline/model/op-row.ts'
import {
  changeOp,
  holdIfBlocked,
  opsOfEntity,
  releaseIfFree,
  seqAfter,
  type WorkingQueue,
} from '#src/offline/queue/working-queue.ts'
import type { ReceiptRow } from '#src/offline/storage/outbox-db.ts'
import { bodyOf, isRefused } from './shop-op.ts'

// A photo can be in several queued entries: in an estimate and in its correction. It has one operation, which waits for
// the latest of these entries. The functions here assign it to another one, if the server may accept that one alone.

const includesFile = (entry: OpRow, fileId: string): boolean => JSON.stringify(bodyOf(entry)).includes(fileId)

/**
 * Assigns the files of an entry that is about to be removed to another entry that includes them: one that the server has
 * accepted, else a queued one. An accepted entry has released its files, unless a worker of an earlier build sent it.
 */
export function handOverFiles(queue: WorkingQueue, entry: OpRow, isStaying: (op: OpRow) => boolean): void {
  const ops = opsOfEntity(queue, entry.entityId)
  for (const file of ops.filter((op) => isFileOp(op) && op.parentId === entry.id)) {
    const fileId = fileIdOf(file) ?? ''
    const accepted = queue.existing.receipts.find(
      (receipt) => receipt.entityId === entry.entityId && isAccepted(receipt, fileId),
    )
    if (accepted) {
      releaseFile(queue, file, accepted.id)
      continue
    }
    const isNext = (op: OpRow) =>
      !isFileOp(op) && op.id !== entry.id && !isRefused(op) && isStaying(op) && includesFile(op, fileId)
    const next = ops.findLast(isNext)
    if (next) assignFile(queue, file, next)
  }
}

/** Makes a file wait for another entry than before. */
export function assignFile(queue: WorkingQueue, file: OpRow, entry: OpRow): void {
  const assigned = { parentId: entry.id, dependsOn: [entry.id], seq: seqAfter(queue, file, entry) }
  const changed = changeOp(queue, file, assigned)
  releaseIfFree(queue, changed)
  holdIfBlocked(queue, changed)
}

/** Releases the files that an accepted entry includes from later entries, which the server may refuse. */
export function releaseFilesOf(queue: WorkingQueue, accepted: OpRow): void {
  for (const file of opsOfEntity(queue, accepted.entityId).filter(isFileOp)) {
    if (file.dependsOn.length === 0 || !includesFile(accepted, fileIdOf(file) ?? '')) continue
    releaseFile(queue, file, accepted.id)
  }
}

function isAccepted(receipt: ReceiptRow, fileId: string): boolean {
  const op = readOp(receipt.op)
  return op !== null && !isFileOp(op) && includesFile(op, fileId)
}

/** Lets a file be sent without waiting for an entry, because the server has accepted this one. */
function releaseFile(queue: WorkingQueue, file: OpRow, acceptedId: string): void {
  releaseIfFree(queue, changeOp(queue, file, { parentId: acceptedId, dependsOn: [] }))
}
