import type { CacheDb } from '#src/offline/storage/cache-db.ts'

type Key = string | number

/** Keys of the rows of a table that were received since the resync began. Null: no resync is running. */
export async function receivedKeys(db: CacheDb, table: string): Promise<ReadonlySet<Key> | null> {
  if (!(await db.syncState.get('all'))?.isResync) return null
  const pages = await db.received.where({ table }).toArray()
  return new Set(pages.flatMap(({ keys }) => keys))
}

export async function addReceived(db: CacheDb, table: string, keys: Key[]): Promise<void> {
  if (keys.length > 0) await db.received.add({ table, keys })
}
