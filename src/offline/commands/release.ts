import { releaseDependents } from '../store/dependents.ts'
import { readOp } from '../store/op-row.ts'
import { changeOp, type Store } from '../store/store.ts'
import { isIdReused, rekey } from './rekey.ts'
import { sendAnew } from './send-anew.ts'

/** Puts an operation back in line as it is (the button 'Try again'). */
export async function release(store: Store, opId: string): Promise<void> {
  await store.write(async () => {
    const op = readOp(await store.db.ops.get(opId))
    if (op?.state === 'retry') await changeOp(store.db, op, { nextAt: 0 })
    else if (op?.state === 'stuck') {
      await changeOp(store.db, op, { state: 'pending', nextAt: 0 })
      await releaseDependents(store.db, op.id)
    } else if (op?.state === 'rejected' && isIdReused(op.trouble?.code)) await rekey(store.db, op)
    else if (op?.state === 'rejected' || op?.state === 'conflict') await sendAnew(store.db, op)
  })
}
