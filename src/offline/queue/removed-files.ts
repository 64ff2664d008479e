import { isFileOp, type OpRow } from '#src/offline/model/op-row.ts'
import { isQueued, needsUserAction } from '#src/offline/model/states.ts'
import {
  changeOp,
  dependentsOf,
  holdIfBlocked,
  removeOp,
  seqAfter,
  type WorkingQueue,
} from './working-queue.ts'

// Files that a queued deletion will remove. The server awaits them until it has accepted the deletion, and the user may
// still keep the entry. So they stay on the device and wait for the deletion (OFF-068).

export const isDelete = ({ kind }: Pick<OpRow, 'kind'>): boolean => kind.endsWith('.delete')

/** A file that may be in flight arrives before the deletion of its entry is sent. */
export const isInFlight = ({ firstAttemptAt, state }: OpRow): boolean =>
  firstAttemptAt !== null && isQueued(state)

/** Files wait only for the entry that announced them, and for its deletion. */
export const isRemovedBy = (deletion: OpRow, op: OpRow): boolean =>
  isDelete(deletion) && isFileOp(op) && op.dependsOn.includes(deletion.id)

/** Has a file that is not in flight wait for the deletion of its entry, also one that the server has refused. */
export function removeWith(queue: WorkingQueue, fileOpId: string, deletion: OpRow): void {
  const file = queue.ops.get(fileOpId)
  if (!file || isRemovedBy(deletion, file)) return
  // A damaged file is not sent in any case; one whose bytes wait for space is queued once there is some.
  const isSetAside = needsUserAction(file.state) && file.state !== 'damaged'
  const waiting = isSetAside ? changeOp(queue, file, { state: 'pending', trouble: null, nextAt: 0 }) : file
  const dependsOn = [...waiting.dependsOn, deletion.id]
  holdIfBlocked(queue, changeOp(queue, waiting, { dependsOn, seq: seqAfter(queue, waiting, deletion) }))
}

/** Removes the files that waited for a deletion which has taken effect. */
export function removeFilesOf(queue: WorkingQueue, deletion: OpRow): void {
  for (const file of dependentsOf(queue, deletion.id))
    if (isRemovedBy(deletion, file)) removeOp(queue, file, 'discarded')
}
