import { fileIdOf, isFileOp, isWithoutBytes, type OpRow, readOp } from '#src/offline/model/op-row.ts'
import { type EntryPayload, payloadOfEntry } from '#src/offline/model/payload.ts'
import { isQueued, needsUserAction } from '#src/offline/model/states.ts'
import {
  changeOp,
  dependentsOf,
  holdIfBlocked,
  opsOfEntity,
  releaseIfFree,
  removeOp,
  repointDependents,
  seqAfter,
  type WorkingQueue,
} from './working-queue.ts'

// Files that a queued deletion or edit will remove. The server awaits them until it has accepted that operation, which
// the user may still discard. So they stay on the device and wait for it (OFF-068).

export const isDelete = ({ kind }: Pick<OpRow, 'kind'>): boolean => kind.endsWith('.delete')

const isEdit = ({ kind }: Pick<OpRow, 'kind'>): boolean => kind.endsWith('.update')

/** The files that an operation removes by name. A damaged operation may have no payload. */
export const removedFileIdsOf = (op: OpRow): readonly string[] =>
  (isEdit(op) && (op.payload as Partial<EntryPayload> | null)?.removedFileIds) || []

/** The deletion of an entry removes all its files, an edit those that it names. */
const removes = (op: OpRow, file: OpRow): boolean =>
  isDelete(op) || removedFileIdsOf(op).includes(fileIdOf(file) ?? '')

/** A file depends only on the entry that announced it, and on operations that remove it. */
const waitsForRemoval = ({ parentId, dependsOn }: OpRow): boolean => dependsOn.some((id) => id !== parentId)

/** A file that may be in flight arrives before the operation that removes it is sent. */
export const isInFlight = (file: OpRow): boolean =>
  file.firstAttemptAt !== null && isQueued(file.state) && !waitsForRemoval(file)

/** Whether a file waits for this operation and leaves the device with its acknowledgement. */
export const isRemovedBy = (op: OpRow, file: OpRow): boolean =>
  isFileOp(file) && file.dependsOn.includes(op.id) && removes(op, file)

/** Makes a file that is not in flight wait for the operation that removes it, even if the server has rejected the file. */
export function removeWith(queue: WorkingQueue, fileOpId: string, op: OpRow): void {
  const file = queue.ops.get(fileOpId)
  if (!file || (isRemovedBy(op, file) && file.seq > op.seq)) return
  // A damaged file is not sent in any case; one whose bytes wait for space is queued once there is some.
  const isSetAside = needsUserAction(file.state) && file.state !== 'damaged'
  const waiting = isSetAside ? changeOp(queue, file, { state: 'pending', trouble: null, nextAt: 0 }) : file
  const dependsOn = [...new Set([...waiting.dependsOn, op.id])]
  holdIfBlocked(queue, changeOp(queue, waiting, { dependsOn, seq: seqAfter(queue, waiting, op) }))
}

/** What happens to the queued files that an edit removes. */
export interface RemovedFiles {
  /** Operations that may be in flight: the edit waits for them. */
  inFlight: string[]
  /** Operations of files that the server may await: they wait for the edit. */
  awaited: string[]
}

/**
 * Removes the files that an edit makes unnecessary: those that the server does not know, and damaged ones.
 * @param unknownIds files that the server does not know, because their entry is changed before it is sent
 * @returns the others
 */
export function takeRemovedFiles(
  queue: WorkingQueue,
  ops: readonly OpRow[],
  fileIds: readonly string[],
  unknownIds: ReadonlySet<string>,
): RemovedFiles {
  const taken: RemovedFiles = { inFlight: [], awaited: [] }
  for (const file of ops) {
    const id = fileIdOf(file)
    if (id === null || !fileIds.includes(id)) continue
    const isBroken = file.state === 'damaged' && !isWithoutBytes(file)
    if (isInFlight(file)) taken.inFlight.push(file.id)
    else if (unknownIds.has(id) || isBroken) discardFile(queue, file)
    else taken.awaited.push(file.id)
  }
  return taken
}

/** Removes the files that waited for an operation which has taken effect. */
export function removeFilesOf(queue: WorkingQueue, op: OpRow): void {
  for (const file of dependentsOf(queue, op.id)) if (isRemovedBy(op, file)) discardFile(queue, file)
}

/** Removes a file; what waited for it continues. */
export function discardFile(queue: WorkingQueue, file: OpRow): void {
  repointDependents(queue, file.id, { dependsOn: [], baseRev: null, baseOf: null })
  removeOp(queue, file, 'discarded')
}

/** Has the files that an operation would have removed wait only for their entry again. */
export function keepFilesOf(queue: WorkingQueue, op: OpRow): void {
  for (const file of dependentsOf(queue, op.id)) if (isRemovedBy(op, file)) keepFile(queue, file, op)
}

/** Has one such file wait only for its entry again. */
export function keepFile(queue: WorkingQueue, file: OpRow, op: OpRow): void {
  const dependsOn = file.dependsOn.filter((id) => id !== op.id)
  releaseIfFree(queue, changeOp(queue, file, { dependsOn }))
}

/**
 * Removes files from the later edits that would have removed them. The server will never receive these files, and it rejects
 * the removal of an unknown file.
 */
export function forgetRemovals(queue: WorkingQueue, entityId: string, fileIds: readonly string[]): void {
  for (const op of opsOfEntity(queue, entityId)) {
    if (op.payloadHash !== null || !removedFileIdsOf(op).some((id) => fileIds.includes(id))) continue
    const payload = payloadOfEntry(op)
    const removedFileIds = payload.removedFileIds.filter((id) => !fileIds.includes(id))
    changeOp(queue, op, { payload: { ...payload, removedFileIds }, edition: op.edition + 1 })
  }
}

/**
 * Returns whether the server has accepted an operation that removes this file. Such a file is still queued if a build before
 * December 2026, in another tab, acknowledged the edit: that build releases the files that wait for it.
 */
export const isRemovedOnServer = ({ existing }: WorkingQueue, file: OpRow): boolean =>
  existing.receipts.some((receipt) => {
    const op = receipt.entityId === file.entityId ? readOp(receipt.op) : null
    return op !== null && removes(op, file)
  })
