import { readOp } from '#src/offline/model/op-row.ts'
import { releaseDependents } from '#src/offline/queue/dependents.ts'
import { isIdReused, rekey } from '#src/offline/queue/rekey.ts'
import { requeueWithNewKey } from '#src/offline/queue/requeue-with-new-key.ts'
import type { OutboxDb } from '#src/offline/storage/outbox-db.ts'
import { changeOp, type Store } from '#src/offline/storage/store.ts'

/** Queues an operation again as it is (the button 'Retry'). */
export async function retryOp(store: Store, opId: string): Promise<void> {
  await store.write(() => retryStored(store.db, opId))
}

/** Does nothing for an operation that is gone or already queued. Within `Store.write`. */
export async function retryStored(db: OutboxDb, opId: string): Promise<void> {
  const op = readOp(await db.ops.get(opId))
  if (op?.state === 'retry') await changeOp(db, op, { nextAt: 0 })
  else if (op?.state === 'stuck') {
    await changeOp(db, op, { state: 'pending', nextAt: 0 })
    await releaseDependents(db, op.id)
  } else if (op?.state === 'rejected' && isIdReused(op.trouble?.code)) await rekey(db, op)
  else if (op?.state === 'rejected' || op?.state === 'conflict') await requeueWithNewKey(db, op)
}
