import type { OpRow } from '#src/offline/model/op-row.ts'
import { readableOps, readEntitiesOf } from '#src/offline/queue/existing.ts'
import { requeueWithNewKey } from '#src/offline/queue/requeue-with-new-key.ts'
import { changeOp, changeQueue, type WorkingQueue } from '#src/offline/queue/working-queue.ts'
import type { Store } from '#src/offline/storage/store.ts'

/** Rejections that a missing vehicle can cause: not found, gone, not allowed. */
const OUT_OF_REACH = new Set([403, 404, 410])

const isOutOfReach = ({ state, trouble }: OpRow): boolean =>
  state === 'rejected' && OUT_OF_REACH.has(trouble?.status ?? 0)

/**
 * Retries operations that were refused while their vehicle was not in the user's list, once it is back. The absence is
 * recorded with the operation, so that this survives a restart and happens once per absence. An operation refused
 * although its vehicle is present is left to the user.
 * @param visibleIds the user's vehicles according to the last complete refresh
 * @returns the number of operations queued again
 */
export async function retryForReturnedVehicles(
  { db, write }: Store,
  visibleIds: ReadonlySet<number>,
): Promise<number> {
  return write(async () => {
    const rows = await db.ops.where('state').equals('rejected').toArray()
    const ids = readableOps(rows)
      .filter(isOutOfReach)
      .map(({ id }) => id)
    const existing = await readEntitiesOf(db, ids)
    return changeQueue(db, existing, (queue) => ids.filter((id) => retryIfBack(queue, id, visibleIds)).length)
  })
}

/** @returns whether the operation was queued again */
function retryIfBack(queue: WorkingQueue, opId: string, visibleIds: ReadonlySet<number>): boolean {
  const op = queue.ops.get(opId)
  if (!op?.trouble || !isOutOfReach(op)) return false
  const isHere = visibleIds.has(op.vehicleId)
  if (!isHere && !op.trouble.awaitsVehicle)
    changeOp(queue, op, { trouble: { ...op.trouble, awaitsVehicle: true } })
  if (!isHere || !op.trouble.awaitsVehicle) return false
  requeueWithNewKey(queue, op)
  return true
}
