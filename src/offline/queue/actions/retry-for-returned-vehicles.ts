import type { OpRow } from '#src/offline/model/op-row.ts'
import { readableOps, readEntitiesOf } from '#src/offline/queue/existing.ts'
import { isDelete, removeFilesOf } from '#src/offline/queue/removed-files.ts'
import { requeueWithNewKey } from '#src/offline/queue/requeue-with-new-key.ts'
import { changeOp, changeQueue, removeOp, type WorkingQueue } from '#src/offline/queue/working-queue.ts'
import type { Store } from '#src/offline/storage/store.ts'

/** Rejections that a missing vehicle can cause: not found, gone, not allowed. */
const OUT_OF_REACH = new Set([403, 404, 410])

const isOutOfReach = ({ state, trouble }: OpRow): boolean =>
  state === 'rejected' && OUT_OF_REACH.has(trouble?.status ?? 0)

/**
 * Retries operations that were refused while their vehicle was not in the user's list, once it is back. The absence is
 * recorded with the operation, so that this survives a restart and happens once per absence.
 *
 * A vehicle can also be back before a refresh has found it missing. If the first refresh after a 404 shows the vehicle,
 * the operation is retried as well, but only if it was never retried automatically: the 404 may have another cause, and
 * then the user must decide. An entry that was deleted is a 410. A deletion of an entry that the server may never have had
 * is then done.
 * @param visibleIds the user's vehicles according to the last complete refresh
 * @param loadedAt when that refresh was complete; 0: not known
 * @returns the number of operations queued again
 */
export async function retryForReturnedVehicles(
  { db, write }: Store,
  visibleIds: ReadonlySet<number>,
  loadedAt: number,
): Promise<number> {
  return write(async () => {
    const rows = await db.ops.where('state').equals('rejected').toArray()
    const ids = readableOps(rows)
      .filter(isOutOfReach)
      .map(({ id }) => id)
    const existing = await readEntitiesOf(db, ids)
    return changeQueue(
      db,
      existing,
      (queue) => ids.filter((id) => retryIfBack(queue, id, visibleIds, loadedAt)).length,
    )
  })
}

/** @returns whether the operation was queued again */
function retryIfBack(
  queue: WorkingQueue,
  opId: string,
  visibleIds: ReadonlySet<number>,
  loadedAt: number,
): boolean {
  const op = queue.ops.get(opId)
  if (!op?.trouble || !isOutOfReach(op)) return false
  const { trouble } = op
  const isHere = visibleIds.has(op.vehicleId)
  if (!isHere && !trouble.awaitsVehicle) changeOp(queue, op, { trouble: { ...trouble, awaitsVehicle: true } })
  const mayHaveReturned = trouble.status === 404 && loadedAt > trouble.at && !op.isRetriedForVehicle
  if (!isHere || !(trouble.awaitsVehicle || mayHaveReturned)) {
    if (isHere && loadedAt > trouble.at && isDeleteOfUnknown(op)) {
      removeFilesOf(queue, op)
      removeOp(queue, op, 'discarded')
    }
    return false
  }
  requeueWithNewKey(queue, op, { isRetriedForVehicle: true })
  return true
}

/** The server does not have the entry, and the user sees its vehicle: there is nothing to delete. */
const isDeleteOfUnknown = (op: OpRow): boolean =>
  isDelete(op) && op.mayExist === true && op.trouble?.status === 404
