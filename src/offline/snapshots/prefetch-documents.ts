import type { GloveboxItem } from '#contract/vehicles/glovebox.ts'
import { readMeta } from '#src/offline/storage/meta.ts'
import { cachedFileBytes, cacheLimit, type DocumentCache, fetchAndCache } from './document-cache.ts'

/** Users with at most this many vehicles get all current glovebox files; others those of recently opened vehicles. */
const FEW_VEHICLES = 25
/** Space that must stay free after a prefetch, because entries come first. */
const LEAVE_FREE_BYTES = 100_000_000
/** How long a file is not prefetched again that the server could not send, or that stalled on the way. */
const RETRY_AFTER_MS = { failed: 86_400_000, stalled: 600_000 }

/** Which vehicles' files are prefetched. */
export interface PrefetchOptions {
  /** Recently opened vehicles, newest first. */
  vehicles(): readonly number[]
  /** Whether the connection allows fetching files that may never be opened. */
  allowsPrefetch(): boolean
}

/** False with a data saver or on 2G. Unknown connections count as good. */
export function connectionAllowsPrefetch(): boolean {
  const { connection } = globalThis.navigator as {
    connection?: { saveData?: boolean; effectiveType?: string }
  }
  return connection?.saveData !== true && !/2g/.test(connection?.effectiveType ?? '')
}

/**
 * Fetches the current glovebox files that are likely to be needed without signal (OFF-009, docs/offline.md#reads): one
 * by one, only if they fit without dropping others, and never before a queued entry.
 * @param ahead `quiet` resolves when no push or pull is running
 * @param vehicleId the vehicle whose glovebox is open; default: all of the user's vehicles
 */
export async function prefetchDocuments(
  documents: DocumentCache,
  ahead: PrefetchOptions & { quiet(): Promise<unknown> },
  vehicleId?: number,
): Promise<void> {
  const { cache, withReconnect } = documents
  if (!ahead.allowsPrefetch()) return
  const items = await withReconnect(async () => {
    if (vehicleId !== undefined) return cache.glovebox_items.where({ vehicle_id: vehicleId }).toArray()
    if ((await cache.vehicles.count()) <= FEW_VEHICLES) return cache.glovebox_items.toArray()
    return cache.glovebox_items
      .where('vehicle_id')
      .anyOf([...ahead.vehicles()])
      .toArray()
  })
  let hasStalled = false
  for (const document of items.flatMap(currentOf)) {
    if (await withReconnect(() => cache.docBlobs.where('id').equals(document.id).count())) continue
    if (documents.clock.now() < (documents.retryAt.get(document.id) ?? 0)) continue
    await ahead.quiet()
    if ((await isAnythingWaiting(documents)) || !(await fits(documents, document.byte_size))) return
    const { document_url, sha256, content_type: type } = document
    const file = await fetchAndCache(documents, document.id, { url: document_url.url, sha256, type }, 0)
    if (file === 'failed' || file === 'stalled')
      documents.retryAt.set(document.id, documents.clock.now() + RETRY_AFTER_MS[file])
    // Without network the next ones would fail too.
    if (file === 'no response' || (file === 'stalled' && hasStalled)) return
    hasStalled = file === 'stalled'
  }
}

/** The item's current file, once the server has stored it. */
function currentOf(item: GloveboxItem) {
  const current = item.glovebox_documents.at(-1)
  return current?.state === 'stored' ? [current] : []
}

/** Queued entries and files have priority on the connection. */
async function isAnythingWaiting({ store }: DocumentCache): Promise<boolean> {
  const { entries, files } = await store.read(() => readMeta(store.db, 'counters'))
  return entries + files > 0
}

/** A file that would evict another is not fetched: it would be fetched again in each round. */
async function fits(documents: DocumentCache, size: number): Promise<boolean> {
  const room = await documents.estimateStorage()
  if (room && room.quota - room.usage < size + Math.min(LEAVE_FREE_BYTES, room.quota / 2)) return false
  return (await cachedFileBytes(documents)) + size <= (await cacheLimit(documents))
}
