import type { DocumentMeta } from '#src/offline/model/api/cache-api.ts'
import type { Clock } from '#src/offline/model/clock.ts'
import { digestHeader, sha256 } from '#src/offline/model/hash.ts'
import { scopeHeader } from '#src/offline/model/scope.ts'
import type { SentCopies } from '#src/offline/queue/actions/resend-lost.ts'
import type { CacheDb } from '#src/offline/storage/cache-db.ts'
import { readFilesWithoutBytes } from '#src/offline/storage/outbox-db.ts'
import type { Reconnect } from '#src/offline/storage/reconnect.ts'
import type { Store } from '#src/offline/storage/store.ts'
import type { RequestIdentity } from '#src/offline/transport/build-request.ts'

/** Limits of the file cache: bytes, and share of the browser's quota. */
const CACHED_BYTES_MAX = 1_000_000_000
const CACHED_SHARE = 0.3
/** How long a download may receive nothing; a large file on a slow line takes minutes in all. */
const STALL_TIMEOUT_MS = 30_000

export interface DocumentCache {
  cache: CacheDb
  withReconnect: Reconnect
  store: Store
  clock: Clock
  sender: RequestIdentity
  fetch: typeof fetch
  /** When a file whose prefetch failed may be prefetched again, by id. */
  retryAt: Map<string, number>
  /** Quota and usage of this page; null if the browser does not report them. */
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

/**
 * Returns the file of a document: from the queue, else from the cache, else from the server (then cached). Undefined:
 * not on this device and not available now.
 * @param given default: as the cached glovebox describes the document
 */
export async function readDocument(
  documents: DocumentCache,
  id: string,
  given?: DocumentMeta,
): Promise<Blob | undefined> {
  const { cache, withReconnect, store, clock } = documents
  const queued = await store.read(() => store.db.files.get(id))
  if (queued) return new Blob([queued.bytes], { type: queued.type })
  const cached = await withReconnect(() => cache.docBlobs.get(id))
  if (cached) {
    await withReconnect(() => cache.docBlobs.update(id, { openedAt: clock.now() }))
    return new Blob([cached.bytes], { type: cached.type })
  }
  const meta = given ?? (await gloveboxMetaOf(documents, id))
  const file = meta && (await fetchAndCache(documents, id, meta, clock.now()))
  if (!(file instanceof Blob)) return undefined
  await dropLeastUsed(documents, await cacheLimit(documents))
  return file
}

/** Limit of all cached files: 1 GB, and at most 30 % of the browser's quota (docs/offline.md#reads). */
export async function cacheLimit({
  estimateStorage: room,
}: Pick<DocumentCache, 'estimateStorage'>): Promise<number> {
  const quota = (await room())?.quota ?? CACHED_BYTES_MAX
  return Math.min(CACHED_BYTES_MAX, quota * CACHED_SHARE)
}

/** Bytes of the cached files, read from the index alone without the files. */
export async function cachedFileBytes({
  cache,
  withReconnect,
}: Pick<DocumentCache, 'cache' | 'withReconnect'>): Promise<number> {
  return (await withReconnect(() => sizesOf(cache))).reduce((sum, { size }) => sum + size, 0)
}

/** Drops the least recently opened files, never opened ones first, down to `limit` bytes. */
async function dropLeastUsed(
  { cache, withReconnect, store }: Pick<DocumentCache, 'cache' | 'withReconnect' | 'store'>,
  limit: number,
): Promise<void> {
  const needed = await store.read(() => readFilesWithoutBytes(store.db))
  await withReconnect(async () => {
    const sizes = await sizesOf(cache)
    let total = sizes.reduce((sum, { size }) => sum + size, 0)
    for (const { id, size } of sizes) {
      if (total <= limit) return
      if (needed.has(id)) continue
      await cache.docBlobs.delete(id)
      total -= size
    }
  })
}

/**
 * Drops every cached file that can be fetched again, to free space for an entry or at a sign-out. A file that the server
 * lost stays until it is in the queue: it is delivered after the same user has signed in again (ruling 25).
 */
export async function evictCopies(
  files: Pick<DocumentCache, 'cache' | 'withReconnect' | 'store'>,
): Promise<void> {
  const { read, db } = files.store
  await sentCopies(files).dropExcept(await read(() => readFilesWithoutBytes(db)))
}

/** The cached files as copies of what this device has sent. */
export const sentCopies = ({
  cache,
  withReconnect,
}: Pick<DocumentCache, 'cache' | 'withReconnect'>): SentCopies => ({
  read: async (fileId) => (await withReconnect(() => cache.docBlobs.get(fileId)))?.bytes ?? null,
  drop: (fileId) => withReconnect(() => cache.docBlobs.delete(fileId)),
  async dropExcept(fileIds) {
    const ids = await withReconnect(() => cache.docBlobs.toCollection().primaryKeys())
    await withReconnect(() => cache.docBlobs.bulkDelete(ids.filter((id) => !fileIds.has(id))))
  },
})

/**
 * Fetches a file and caches it if it is complete. 'unusable': the server has no such file, or its bytes are damaged.
 * 'failed': the server could not send this file. 'stalled': the file began and did not continue. 'no response': the
 * server is not available, so other files are not either.
 * @param openedAt last use; 0: prefetched
 */
export async function fetchAndCache(
  documents: DocumentCache,
  id: string,
  meta: DocumentMeta,
  openedAt: number,
): Promise<Blob | 'unusable' | 'failed' | 'stalled' | 'no response'> {
  const { cache, withReconnect, clock, sender, fetch: fetchFn } = documents
  const timeout = createStallTimeout(clock)
  let hasBegun = false
  try {
    const response = await fetchFn(`${sender.baseUrl}${meta.url}`, {
      headers: { 'App-Name': sender.appName, 'X-Wheelbook-Scope': scopeHeader(sender.scope) },
      redirect: 'error',
      signal: timeout.signal,
    })
    // An error of a proxy or filter says nothing about the file.
    const isOurs = response.headers.get('X-Wheelbook-Api') === '1'
    if (isOurs && (response.status === 404 || response.status === 410)) return 'unusable'
    if (isOurs && response.status === 500) return 'failed'
    if (!response.ok) return 'no response'
    hasBegun = true
    const bytes = await readBytes(response, timeout.restart)
    // The server stores a picture without its metadata, so its bytes may differ from those that were announced.
    const sent = response.headers.get('Repr-Digest')
    const isIntact = digestHeader(await sha256(bytes)) === (sent ?? digestHeader(meta.sha256))
    // Without the header it is the page of a captive portal.
    if (!isIntact) return sent ? 'unusable' : 'no response'
    const row = { id, type: meta.type, bytes, size: bytes.byteLength, openedAt }
    await withReconnect(() => cache.docBlobs.put(row)).catch(() => {})
    return new Blob([bytes], { type: meta.type })
  } catch {
    return hasBegun && timeout.signal.aborted ? 'stalled' : 'no response'
  } finally {
    timeout.cancel()
  }
}

/** Aborts its signal when nothing has restarted it for a while. */
function createStallTimeout(clock: Clock) {
  const controller = new AbortController()
  const start = () => clock.after(STALL_TIMEOUT_MS, () => controller.abort())
  let cancel = start()
  return {
    signal: controller.signal,
    restart() {
      cancel()
      cancel = start()
    },
    cancel: () => cancel(),
  }
}

/** Reads a body; `onBytes` is called whenever bytes arrive. */
async function readBytes({ body }: Response, onBytes: () => void): Promise<ArrayBuffer> {
  const chunks: Uint8Array<ArrayBuffer>[] = []
  const reader = body?.getReader()
  for (let read = await reader?.read(); read && !read.done; read = await reader?.read()) {
    onBytes()
    chunks.push(read.value)
  }
  return new Blob(chunks).arrayBuffer()
}

async function gloveboxMetaOf(
  { cache, withReconnect }: DocumentCache,
  id: string,
): Promise<DocumentMeta | undefined> {
  const isIt = (document: { id: string }) => document.id === id
  const item = await withReconnect(() =>
    cache.glovebox_items.filter((row) => row.glovebox_documents.some(isIt)).first(),
  )
  const document = item?.glovebox_documents.find(isIt)
  return document && { url: document.document_url.url, sha256: document.sha256, type: document.content_type }
}

async function sizesOf(cache: CacheDb): Promise<{ id: string; size: number }[]> {
  const keys = await cache.docBlobs.orderBy('[openedAt+id+size]').keys()
  return (keys as unknown as [number, string, number][]).map(([, id, size]) => ({ id, size }))
}
