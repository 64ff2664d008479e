import type { Command } from '#src/offline/model/command.ts'
import { differences } from '#src/offline/model/merge/differences.ts'
import { entryValuesOf } from '#src/offline/model/merge/entry-values.ts'
import type { CacheDb } from '#src/offline/storage/cache-db.ts'

/**
 * Whether the id of a create belongs to a server row with other content. A row that was edited does not show its
 * original content; then the server decides.
 */
export async function isIdTaken(cache: CacheDb, command: Command): Promise<boolean> {
  if (command.kind !== 'history.create' && command.kind !== 'glovebox.create') return false
  const table = command.kind === 'history.create' ? cache.histories : cache.glovebox_items
  const row = await table.get(command.id)
  const seen = row?.rev === 1 ? entryValuesOf(row) : null
  if (!seen) return false
  const mine = { fields: { ...command.payload }, manifest: [], removedFileIds: [] }
  const isSameFile = inOrder(seen.documentIds) === inOrder(command.files.map(({ id }) => id))
  return !isSameFile || differences(null, mine, seen).length > 0
}

const inOrder = (ids: readonly string[]): string => ids.toSorted().join()
