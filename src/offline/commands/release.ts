import { newId } from '../ids.ts'
import { opsOfEntity, releaseDependents, repointDependents } from '../store/dependents.ts'
import { type OpRow, readOp } from '../store/op-row.ts'
import type { OutboxDb } from '../store/outbox-db.ts'
import { changeOp, replaceOp, type Store } from '../store/store.ts'

/** Puts an operation back in line as it is (the button 'Try again'). */
export async function release(store: Store, opId: string): Promise<void> {
  await store.write(async () => {
    const op = readOp(await store.db.ops.get(opId))
    if (op?.state === 'retry') await changeOp(store.db, op, { nextAt: 0 })
    else if (op?.state === 'stuck') {
      await changeOp(store.db, op, { state: 'pending', nextAt: 0 })
      await releaseDependents(store.db, op.id)
    } else if (op?.state === 'rejected' || op?.state === 'conflict') await sendAnew(store.db, op)
  })
}

/**
 * Puts an operation that the server refused back in line under a new key, since the server answers the old one with the
 * same refusal for ever. Its files and what waits for it follow. Within `Store.write`.
 */
export async function sendAnew(
  db: OutboxDb,
  op: OpRow,
  change: Partial<Pick<OpRow, 'payload' | 'baseRev' | 'base' | 'vehicleId'>> = {},
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
  for (const file of (await opsOfEntity(db, op.entityId)).filter((other) => other.parentId === op.id))
    await changeOp(db, file, { parentId: next.id, vehicleId: next.vehicleId })
  await repointDependents(db, op.id, { dependsOn: [next.id], baseRev: null, baseOf: next.id })
  return next
}
