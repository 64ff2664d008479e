import type { Database } from '#server/db/database.ts'
import type { FileStore } from '#server/integrations/files/port.ts'
import type { Staging } from '#server/integrations/files/staging.ts'
import { storageKeyOf } from '#server/modules/core/documents/document.ts'
import { documentsRepository } from '#server/modules/core/documents/documents.repository.ts'

const BATCH = 100
/** A write that has not come to its end by then never will. */
const ORPHAN_AGE_MS = 24 * 3_600_000
/** A phone that comes back later sends its file from the beginning. */
const STALE_PARTS_MS = 7 * 24 * 3_600_000
const KEY = /^(\d+)\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

interface Stores {
  db: Database
  files: FileStore
}

/**
 * Removes the bytes of documents that were deleted or replaced, which only happens after that was committed (GLV-004,
 * A kill between the file and its row leaves a deleted row that names a missing file: the next run settles it.
 */
export async function removeDiscardedFiles({ db, files }: Stores): Promise<number> {
  let removed = 0
  for (let wasFull = true; wasFull; ) {
    const discarded = await db.system(async (tx) => {
      const batch = await documentsRepository.lockDiscarded(tx, BATCH)
      for (const { storage_key } of batch) await files.remove(storage_key)
      await documentsRepository.forgetBytes(
        tx,
        batch.map(({ id }) => id),
      )
      return batch.length
    })
    removed += discarded
    wasFull = discarded === BATCH
  }
  return removed
}

/**
 * Removes files that no document claims: left by a kill between a file's write and its row's commit. The document
 * is locked meanwhile, so that a file which is being sent again at this moment stays.
 */
export async function removeOrphanFiles({ db, files }: Stores, now: Date): Promise<number> {
  let removed = 0
  for await (const { key, storedAt } of files.list()) {
    const [, fleetId, documentId] = KEY.exec(key) ?? []
    if (documentId === undefined || now.getTime() - storedAt.getTime() < ORPHAN_AGE_MS) continue
    await db.system(async (tx) => {
      if (await documentsRepository.lockClaim(tx, documentId, storageKeyOf(Number(fleetId), documentId)))
        return
      await files.remove(key)
      removed++
    })
  }
  return removed
}

/** Removes parts of files that nobody has added to for a week. */
export function removeStaleParts(staging: Staging, now: Date): Promise<number> {
  return staging.removeUntouchedSince(new Date(now.getTime() - STALE_PARTS_MS))
}
