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
 * @param cause 'pull': another device made the change. Files that this device sent then stay, because a receipt may need
 *   them again (decision 10). The receipts of this device include its own deletions and replacements.
 */
export async function dropFiles(
  db: Pick<CacheDb, 'docBlobs'>,
  before: readonly (object | undefined)[],
  after: readonly object[],
  cause: 'own write' | 'pull',
): Promise<void> {
  const remaining = new Set(after.flatMap(fileIds))
  const dropped = before.flatMap((row) => (row ? fileIds(row) : [])).filter((id) => !remaining.has(id))
  if (dropped.length === 0) return
  await db.docBlobs
    .where('id')
    .anyOf(dropped)
    .filter(({ isSent }) => cause === 'own write' || !isSent)
    .delete()
}

function fileIds(row: object): string[] {
  const { glovebox_documents = [], maintenance_documents = [] } = row as CachedRow
  return [...glovebox_documents, ...maintenance_documents].map(({ id }) => id)
}
