import { fileIdOf, isFileOp, type OpRow } from '#src/offline/model/op-row.ts'
import {
  changeOp,
  holdIfBlocked,
  opsOfEntity,
  releaseIfFree,
  seqAfter,
  type WorkingQueue,
} from '#src/offline/queue/working-queue.ts'
import { bodyOf, isRefused } from './shop-op.ts'

// A photo can be in several queued entries: in an estimate and in its correction. It has one operation, which waits for
// the latest of these entries. The functions here assign it to another one, if the server may accept that one alone.

const includesFile = (entry: OpRow, fileId: string): boolean => JSON.stringify(bodyOf(entry)).includes(fileId)

/** Assigns the files of an entry that is about to be removed to another queued entry that includes them. */
export function handOverFiles(queue: WorkingQueue, entry: OpRow, isStaying: (op: OpRow) => boolean): void {
  const ops = opsOfEntity(queue, entry.entityId)
  for (const file of ops.filter((op) => isFileOp(op) && op.parentId === entry.id)) {
    const fileId = fileIdOf(file) ?? ''
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
    releaseIfFree(queue, changeOp(queue, file, { parentId: accepted.id, dependsOn: [] }))
  }
}
