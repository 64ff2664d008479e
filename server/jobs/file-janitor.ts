import type { Database } from '#server/db/database.ts'
import type { FileStore } from '#server/integrations/files/port.ts'
import { isStorageKey } from '#server/modules/core/documents/document.ts'
import { documentsRepository } from '#server/modules/core/documents/documents.repository.ts'
import { uploadPartsRepository } from '#server/modules/core/documents/upload-parts.repository.ts'

/** Below the concurrency limit of the file store. */
const BATCH = 50
/** Keys checked by one statement. With millions of files, one statement each would take longer than a night. */
const KEYS_AT_ONCE = 1000
/** Age after which an unfinished write is abandoned. */
const ORPHAN_AGE_MS = 24 * 3_600_000
/** A phone that reconnects later sends its file from the beginning. */
const STALE_PARTS_MS = 7 * 24 * 3_600_000

interface Stores {
  db: Database
  files: FileStore
}

/**
 * Removes the bytes of documents that were deleted or replaced (GLV-004, R-7). The rows release them first. A kill in
 * between, or a store that does not respond, leaves objects that `removeOrphanFiles` finds.
 */
export async function removeDiscardedFiles({ db, files }: Stores): Promise<number> {
  let removed = 0
  for (let wasFull = true; wasFull; ) {
    const keys = await documentsRepository.unlinkDiscarded(db, BATCH)
    const results = await Promise.allSettled(keys.map((key) => files.remove(key)))
    removed += results.filter(({ status }) => status === 'fulfilled').length
    const failure = results.find((result) => result.status === 'rejected')
    // The rest is left for the next run.
    if (failure) throw failure.reason
    wasFull = keys.length === BATCH
  }
  return removed
}

/**
 * Removes objects that no document references and that are a day old. They are left by uploads that were killed or
 * rejected at the very end. No lock is needed, because no upload reuses a key.
 */
export async function removeOrphanFiles(stores: Stores, now: Date): Promise<number> {
  let removed = 0
  let keys: string[] = []
  for await (const { key, storedAt } of stores.files.list()) {
    if (!isStorageKey(key) || now.getTime() - storedAt.getTime() < ORPHAN_AGE_MS) continue
    keys.push(key)
    if (keys.length < KEYS_AT_ONCE) continue
    removed += await removeUnreferenced(stores, keys)
    keys = []
  }
  return removed + (await removeUnreferenced(stores, keys))
}

async function removeUnreferenced({ db, files }: Stores, keys: readonly string[]): Promise<number> {
  const unreferenced = await documentsRepository.unreferencedKeys(db, keys)
  for (const key of unreferenced) await files.remove(key)
  return unreferenced.length
}

/** Removes parts of files without writes for a week. */
export function removeStaleParts(db: Database, now: Date): Promise<number> {
  return uploadPartsRepository.removeUntouchedSince(db, new Date(now.getTime() - STALE_PARTS_MS))
}
