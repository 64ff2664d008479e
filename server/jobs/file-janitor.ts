import type { Database } from '#server/db/database.ts'
import type { FileStore } from '#server/integrations/files/port.ts'
import type { Staging } from '#server/integrations/files/staging.ts'
import { readStorageKey } from '#server/modules/core/documents/document.ts'
import { documentsRepository } from '#server/modules/core/documents/documents.repository.ts'

/** Fewer than the file store takes at the same time. */
const BATCH = 50
/** A write that has not come to its end by then never will. */
const ORPHAN_AGE_MS = 24 * 3_600_000
/** A phone that comes back later sends its file from the beginning. */
const STALE_PARTS_MS = 7 * 24 * 3_600_000

interface Stores {
  db: Database
  files: FileStore
}

/**
 * Removes the bytes of documents that were deleted or replaced (GLV-004, R-7). First the rows let go of them, then they
 * are removed: a kill in between, or a store that does not answer, leaves objects that `removeOrphanFiles` finds.
 */
export async function removeDiscardedFiles({ db, files }: Stores): Promise<number> {
  let removed = 0
  for (let wasFull = true; wasFull; ) {
    const keys = await documentsRepository.unlinkDiscarded(db, BATCH)
    const results = await Promise.allSettled(keys.map((key) => files.remove(key)))
    removed += results.filter(({ status }) => status === 'fulfilled').length
    const failure = results.find((result) => result.status === 'rejected')
    // The others wait for the next run.
    if (failure) throw failure.reason
    wasFull = keys.length === BATCH
  }
  return removed
}

/**
 * Removes objects that no document names and that are a day old: left by uploads that were killed or refused at the very
 * end. No lock is needed, because no upload ever uses a key again.
 */
export async function removeOrphanFiles({ db, files }: Stores, now: Date): Promise<number> {
  let removed = 0
  for await (const { key, storedAt } of files.list()) {
    const of = readStorageKey(key)
    if (of === null || now.getTime() - storedAt.getTime() < ORPHAN_AGE_MS) continue
    if (await documentsRepository.isClaimed(db, of.documentId, key)) continue
    await files.remove(key)
    removed++
  }
  return removed
}

/** Removes parts of files that nobody has added to for a week. */
export function removeStaleParts(staging: Staging, now: Date): Promise<number> {
  return staging.removeUntouchedSince(new Date(now.getTime() - STALE_PARTS_MS))
}
