import { newId } from '#src/offline/model/ids.ts'
import { type OpRow, readOp } from '#src/offline/model/op-row.ts'
import type { OutboxDb } from '#src/offline/storage/outbox-db.ts'
import { changeOp, replaceOp } from '#src/offline/storage/store.ts'
import { repointDependents } from './dependents.ts'

/**
 * Queues a refused operation again under a new key, because the server would repeat its refusal for the old one. Its
 * files and dependents follow. Within `Store.write`.
 */
export async function requeueWithNewKey(
  db: OutboxDb,
  op: OpRow,
  change: Partial<
    Pick<OpRow, 'payload' | 'baseRev' | 'base' | 'vehicleId' | 'entityId' | 'originalId' | 'isRekeyed'>
  > = {},
): Promise<OpRow> {
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
  await replaceOp(db, op, next)
  for (const row of await db.ops.where('parentId').equals(op.id).toArray()) {
    const file = readOp(row)
    if (file) await changeOp(db, file, { parentId: next.id, vehicleId: next.vehicleId })
  }
  await repointDependents(db, op.id, { dependsOn: [next.id], baseRev: null, baseOf: next.id })
  return next
}
