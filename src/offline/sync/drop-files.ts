import type { CacheDb } from '#src/offline/storage/cache-db.ts'

/** A cached row; glovebox items, manual histories and orders have documents. */
interface CachedRow {
  glovebox_documents?: readonly { id: string }[]
  maintenance_documents?: readonly { id: string }[]
}

/**
 * Drops the cached files of rows before they are replaced or deleted: what is no longer on the server must not stay on
 * the device.
 * @param after the rows that replace some of them
 */
export async function dropFiles(
  db: Pick<CacheDb, 'docBlobs'>,
  before: readonly (object | undefined)[],
  after: readonly object[],
): Promise<void> {
  const remaining = new Set(after.flatMap(fileIds))
  const dropped = before.flatMap((row) => (row ? fileIds(row) : [])).filter((id) => !remaining.has(id))
  if (dropped.length > 0) await db.docBlobs.bulkDelete(dropped)
}

function fileIds(row: object): string[] {
  const { glovebox_documents = [], maintenance_documents = [] } = row as CachedRow
  return [...glovebox_documents, ...maintenance_documents].map(({ id }) => id)
}
