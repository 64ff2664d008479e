import type { CacheDb } from '#src/offline/storage/cache-db.ts'
import type { Reconnect } from '#src/offline/storage/reconnect.ts'
import { SYNCED_TABLES } from './apply-changes.ts'
import { receivedKeys } from './received.ts'

/**
 * Lets the next pull start from the beginning. Rows stay until it is complete: it may take days until there is enough
 * signal. Does nothing if another tab has begun already.
 * @param cursor the one that the server does not accept
 */
export async function beginResync(
  { db, withReconnect }: { db: CacheDb; withReconnect: Reconnect },
  cursor: string | null,
): Promise<void> {
  await withReconnect(() =>
    db.transaction('rw', db.syncState, db.received, async () => {
      const state = await db.syncState.get('all')
      if (!state || state.cursor !== cursor) return
      await db.received.clear()
      await db.syncState.put({ ...state, cursor: null, isResync: true })
    }),
  )
}

/** Deletes the rows that the server did not send, in the transaction of the last page. */
export async function finishResync(db: CacheDb): Promise<void> {
  for (const name of SYNCED_TABLES) {
    const received = await receivedKeys(db, name)
    const keys = await db.table(name).toCollection().primaryKeys()
    const gone = keys.filter((key) => !received?.has(key as string | number))
    if (gone.length > 0) await db.table(name).bulkDelete(gone)
  }
  await db.received.clear()
}
