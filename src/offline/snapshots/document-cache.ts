import type { Clock } from '#src/offline/model/clock.ts'
import { sha256 } from '#src/offline/model/hash.ts'
import { scopeHeader } from '#src/offline/model/scope.ts'
import type { CacheDb } from '#src/offline/storage/cache-db.ts'
import type { Reconnect } from '#src/offline/storage/reconnect.ts'
import type { Store } from '#src/offline/storage/store.ts'
import type { RequestIdentity } from '#src/offline/transport/build-request.ts'

/** Most bytes of kept files, and the part of the browser's room that they may take. */
const KEPT_BYTES_MAX = 1_000_000_000
const KEPT_SHARE = 0.3
const FILE_TIMEOUT_MS = 60_000

export interface DocumentCache {
  cache: CacheDb
  withReconnect: Reconnect
  store: Store
  clock: Clock
  sender: RequestIdentity
  fetch: typeof fetch
  /** What this page has, and has used, of the device; null where the browser does not tell. */
  estimateStorage(): Promise<StorageEstimate | null>
}

/** Bytes. */
export interface StorageEstimate {
  quota: number
  usage: number
}

export const estimateStorage = async (): Promise<StorageEstimate | null> => {
  const estimate = await globalThis.navigator?.storage?.estimate?.().catch(() => undefined)
  if (estimate?.quota === undefined || estimate.usage === undefined) return null
  return { quota: estimate.quota, usage: estimate.usage }
}

/** A stored document: where it is, and how it is known again. */
export interface DocumentMeta {
  url: string
  sha256: string
  type: string
}

/**
 * The file of a document: what waits here to be sent, else the kept copy, else from the server, and then kept.
 * Undefined: not here and not to be had now.
 */
export async function readDocument(documents: DocumentCache, id: string): Promise<Blob | undefined> {
  const { cache, withReconnect, store, clock } = documents
  const queued = await store.read(() => store.db.files.get(id))
  if (queued) return new Blob([queued.bytes], { type: queued.type })
  const kept = await withReconnect(() => cache.docBlobs.get(id))
  if (kept) {
    await withReconnect(() => cache.docBlobs.update(id, { openedAt: clock.now() }))
    return new Blob([kept.bytes], { type: kept.type })
  }
  const meta = await metaOf(documents, id)
  const file = meta && (await fetchAndCache(documents, id, meta, clock.now()))
  if (file) await dropLeastUsed(documents, await cacheLimit(documents))
  return file
}

/** What all kept files together may take here: at most 1 GB, and 30 % of what the browser gives (docs/offline.md#reads). */
export async function cacheLimit({
  estimateStorage: room,
}: Pick<DocumentCache, 'estimateStorage'>): Promise<number> {
  const quota = (await room())?.quota ?? KEPT_BYTES_MAX
  return Math.min(KEPT_BYTES_MAX, quota * KEPT_SHARE)
}

/** Bytes of the kept files; of the index alone, the files themselves are never read for this. */
export async function cachedFileBytes({
  cache,
  withReconnect,
}: Pick<DocumentCache, 'cache' | 'withReconnect'>): Promise<number> {
  return (await withReconnect(() => sizesOf(cache))).reduce((sum, { size }) => sum + size, 0)
}

/** Lets go of the files that were not opened for longest, those that never were first, down to `limit` bytes. */
export async function dropLeastUsed(
  { cache, withReconnect }: Pick<DocumentCache, 'cache' | 'withReconnect'>,
  limit: number,
): Promise<void> {
  await withReconnect(async () => {
    const sizes = await sizesOf(cache)
    let total = sizes.reduce((sum, { size }) => sum + size, 0)
    for (const { id, size } of sizes) {
      if (total <= limit) return
      await cache.docBlobs.delete(id)
      total -= size
    }
  })
}

/** Drops every kept file: an entry that is to be kept needs the room. */
export async function clearCachedFiles({
  cache,
  withReconnect,
}: Pick<DocumentCache, 'cache' | 'withReconnect'>): Promise<void> {
  await withReconnect(() => cache.docBlobs.clear())
}

/** Fetches a file and keeps it if it is whole. Undefined: not to be had now. @param openedAt last use; 0: fetched ahead */
export async function fetchAndCache(
  documents: DocumentCache,
  id: string,
  meta: DocumentMeta,
  openedAt: number,
): Promise<Blob | undefined> {
  const { cache, withReconnect, clock, sender, fetch: fetchFn } = documents
  const timeout = new AbortController()
  const cancelTimeout = clock.after(FILE_TIMEOUT_MS, () => timeout.abort())
  try {
    const response = await fetchFn(`${sender.baseUrl}${meta.url}`, {
      headers: { 'App-Name': sender.appName, 'X-Wheelbook-Scope': scopeHeader(sender.scope) },
      redirect: 'error',
      signal: timeout.signal,
    })
    if (!response.ok) return undefined
    const bytes = await response.arrayBuffer()
    // Somebody else's page instead of the file, or a file that broke on the way.
    if ((await sha256(bytes)) !== meta.sha256) return undefined
    const row = { id, type: meta.type, bytes, size: bytes.byteLength, openedAt }
    await withReconnect(() => cache.docBlobs.put(row)).catch(() => {})
    return new Blob([bytes], { type: meta.type })
  } catch {
    return undefined
  } finally {
    cancelTimeout()
  }
}

async function metaOf(
  { cache, withReconnect }: DocumentCache,
  id: string,
): Promise<DocumentMeta | undefined> {
  const isIt = (document: { id: string }) => document.id === id
  const item = await withReconnect(() =>
    cache.glovebox_items.filter((row) => row.glovebox_documents.some(isIt)).first(),
  )
  const document = item?.glovebox_documents.find(isIt)
  if (document)
    return { url: document.document_url.url, sha256: document.sha256, type: document.content_type }
  const history = await withReconnect(() =>
    cache.histories.filter((row) => row.maintenance_documents.some(isIt)).first(),
  )
  const invoice = history?.maintenance_documents.find(isIt)
  return (
    invoice && { url: invoice.invoice_document_url.url, sha256: invoice.sha256, type: invoice.content_type }
  )
}

async function sizesOf(cache: CacheDb): Promise<{ id: string; size: number }[]> {
  const keys = await cache.docBlobs.orderBy('[openedAt+id+size]').keys()
  return (keys as unknown as [number, string, number][]).map(([, id, size]) => ({ id, size }))
}
