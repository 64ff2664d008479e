import { type OpRow, readOp } from '#src/offline/model/op-row.ts'
import { requeueWithNewKey } from '#src/offline/queue/requeue-with-new-key.ts'
import { changeOp, type Store } from '#src/offline/storage/store.ts'

/** Refusals that a missing vehicle can cause: not found, gone, not allowed. */
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
  store: Store,
  visibleIds: ReadonlySet<number>,
): Promise<number> {
  return store.write(async () => {
    const rows = await store.db.ops.where('state').equals('rejected').toArray()
    const refused = rows.map(readOp).filter((op): op is OpRow => op !== null && isOutOfReach(op))
    let released = 0
    for (const op of refused.sort((a, b) => a.seq - b.seq)) {
      const isHere = visibleIds.has(op.vehicleId)
      if (!isHere && op.trouble && !op.trouble.awaitsVehicle)
        await changeOp(store.db, op, { trouble: { ...op.trouble, awaitsVehicle: true } })
      if (isHere && op.trouble?.awaitsVehicle) {
        await requeueWithNewKey(store.db, op)
        released++
      }
    }
    return released
  })
}
