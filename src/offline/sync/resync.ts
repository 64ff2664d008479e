import type { CacheDb } from '#src/offline/storage/cache-db.ts'
import type { Reconnect } from '#src/offline/storage/reconnect.ts'

type Key = string | number

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

/** Keys of the rows of a table that were received since the resync began. Null: no resync is running. */
export async function receivedKeys(db: CacheDb, table: string): Promise<ReadonlySet<Key> | null> {
  if (!(await db.syncState.get('all'))?.isResync) return null
  const pages = await db.received.where({ table }).toArray()
  return new Set(pages.flatMap(({ keys }) => keys))
}

export async function addReceived(db: CacheDb, table: string, keys: Key[]): Promise<void> {
  if (keys.length > 0) await db.received.add({ table, keys })
}

/** Deletes the rows of these tables that the server did not send, in the transaction of the last page. */
export async function finishResync(db: CacheDb, tables: readonly string[]): Promise<void> {
  for (const name of tables) {
    const received = await receivedKeys(db, name)
    if (!received) return
    const keys = await db.table<unknown, Key>(name).toCollection().primaryKeys()
    const gone = keys.filter((key) => !received.has(key))
    if (gone.length > 0) await db.table(name).bulkDelete(gone)
  }
  await db.received.clear()
}
