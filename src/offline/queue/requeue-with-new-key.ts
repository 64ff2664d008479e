import { newId } from '#src/offline/model/ids.ts'
import type { OpRow } from '#src/offline/model/op-row.ts'
import { changeOp, replaceOp, repointDependents, type WorkingQueue } from './working-queue.ts'

/**
 * Queues a refused operation again under a new key, because the server would repeat its rejection for the old one. Its
 * files and dependents follow.
 */
export function requeueWithNewKey(
  queue: WorkingQueue,
  op: OpRow,
  change: Partial<
    Pick<
      OpRow,
      | 'kind'
      | 'payload'
      | 'baseRev'
      | 'base'
      | 'vehicleId'
      | 'entityId'
      | 'originalId'
      | 'isRekeyed'
      | 'mayExist'
      | 'isRetriedForVehicle'
    >
  > = {},
): OpRow {
  const next: OpRow = {
    ...op,
    id: newId(),
    state: 'pending',
    attempts: 0,
    nextAt: 0,
    firstAttemptAt: null,
    payloadHash: null,
    sameFailure: null,
    trouble: null,
    edition: op.edition + 1,
    ...change,
  }
  replaceOp(queue, op, next)
  for (const file of [...queue.ops.values()].filter(({ parentId }) => parentId === op.id))
    changeOp(queue, file, { parentId: next.id, vehicleId: next.vehicleId })
  repointDependents(queue, op.id, { dependsOn: [next.id], baseRev: null, baseOf: next.id })
  return next
}
