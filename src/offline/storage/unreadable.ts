import type { OpRow } from '#src/offline/model/op-row.ts'
import { recount } from './commit.ts'
import type { Store } from './store.ts'

/**
 * Removes an unreadable row from its lane and marks it as damaged, for display and export. Never deletes it
 * (docs/offline.md row 32).
 */
export async function quarantine(store: Store, id: string): Promise<void> {
  await store.writeForSending(async () => {
    const row = await store.db.ops.get(id)
    if (row === undefined) return
    const { queue: _queue, ...rest } = row
    await store.db.ops.put({ ...rest, state: 'damaged' } as OpRow)
    await recount(store.db)
  })
}
