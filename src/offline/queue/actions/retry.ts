import { readEntitiesOf } from '#src/offline/queue/existing.ts'
import { isIdReused, mayExist, rekey, resendAfterReuse } from '#src/offline/queue/rekey.ts'
import { requeueWithNewKey } from '#src/offline/queue/requeue-with-new-key.ts'
import {
  changeOp,
  changeQueue,
  releaseDependents,
  type WorkingQueue,
} from '#src/offline/queue/working-queue.ts'
import type { Store } from '#src/offline/storage/store.ts'

/** Queues an operation again as it is (the button 'Retry'). */
export async function retryOp({ db, write }: Store, opId: string): Promise<void> {
  await write(async () => {
    const existing = await readEntitiesOf(db, [opId])
    await changeQueue(db, existing, (queue) => planRetry(queue, opId))
  })
}

/** Does nothing for an operation that is gone or already queued. */
export function planRetry(queue: WorkingQueue, opId: string): void {
  const op = queue.ops.get(opId)
  if (op?.state === 'retry') changeOp(queue, op, { nextAt: 0 })
  else if (op?.state === 'stuck') {
    changeOp(queue, op, { state: 'pending', nextAt: 0 })
    releaseDependents(queue, op.id)
  } else if (op?.state === 'rejected' && isIdReused(op.trouble?.code) && !mayExist(op)) rekey(queue, op)
  else if (op?.state === 'rejected' || op?.state === 'conflict')
    (resendAfterReuse(op, op.trouble?.code) ?? requeueWithNewKey)(queue, op)
}
