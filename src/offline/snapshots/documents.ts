import type { Clock } from '../clock.ts'
import { sha256 } from '../hash.ts'
import { scopeHeader } from '../scope.ts'
import type { Sender } from '../send/outgoing.ts'
import type { Healing } from '../store/heal.ts'
import type { Store } from '../store/store.ts'
import type { CacheDb } from './cache-db.ts'

/** Most bytes of kept files, and the part of the browser's room that they may take. */
const KEPT_BYTES_MAX = 1_000_000_000
const KEPT_SHARE = 0.3
/** People with so few vehicles get all current glovebox files at once; others those of the vehicles that they open. */
const FEW_VEHICLES = 25
const FILE_TIMEOUT_MS = 60_000

export interface Documents {
  cache: CacheDb
  heal: Healing
  store: Store
  clock: Clock
  sender: Sender
  fetch: typeof fetch
}

/** A stored document: where it is, and how it is known again. */
interface DocumentMeta {
  url: string
  sha256: string
  type: string
}

/**
 * The file of a document: what waits here to be sent, else the kept copy, else from the server, and then kept.
 * Undefined: not here and not to be had now.
 */
export async function documentBlob(documents: Documents, id: string): Promise<Blob | undefined> {
  const { cache, heal, store, clock } = documents
  const queued = await store.read(() => store.db.files.get(id))
  if (queued) return new Blob([queued.bytes], { type: queued.type })
  const kept = await heal(() => cache.docBlobs.get(id))
  if (kept) {
    await heal(() => cache.docBlobs.update(id, { openedAt: clock.now() }))
    return new Blob([kept.bytes], { type: kept.type })
  }
  const meta = await metaOf(documents, id)
  return meta && fetchAndKeep(documents, id, meta)
}

/** Fetches the current glovebox files that are likely to be needed without signal, one by one (OFF-009). */
export async function keepCurrentFiles(documents: Documents, vehicleId?: number): Promise<void> {
  const { cache, heal } = documents
  const items = await heal(async () => {
    if (vehicleId !== undefined) return cache.glovebox_items.where({ vehicle_id: vehicleId }).toArray()
    return (await cache.vehicles.count()) <= FEW_VEHICLES ? cache.glovebox_items.toArray() : []
  })
  for (const item of items) {
    const current = item.glovebox_documents.at(-1)
    if (current?.state !== 'stored') continue
    if (await heal(() => cache.docBlobs.where('id').equals(current.id).count())) continue
    const { document_url, sha256: digest, content_type: type } = current
    const file = await fetchAndKeep(documents, current.id, { url: document_url.url, sha256: digest, type })
    // Without network the next ones would fail as well.
    if (!file) return
  }
  await makeRoomForKept(documents)
}

/** Drops every kept file: an entry that is to be kept needs the room. */
export async function dropKeptFiles({ cache, heal }: Pick<Documents, 'cache' | 'heal'>): Promise<void> {
  await heal(() => cache.docBlobs.clear())
}

async function fetchAndKeep(documents: Documents, id: string, meta: DocumentMeta): Promise<Blob | undefined> {
  const { cache, heal, clock, sender, fetch: fetchFn } = documents
  const patience = new AbortController()
  const calm = clock.after(FILE_TIMEOUT_MS, () => patience.abort())
  try {
    const response = await fetchFn(`${sender.baseUrl}${meta.url}`, {
      headers: { 'App-Name': sender.appName, 'X-Wheelbook-Scope': scopeHeader(sender.scope) },
      redirect: 'error',
      signal: patience.signal,
    })
    if (!response.ok) return undefined
    const bytes = await response.arrayBuffer()
    // Somebody else's page instead of the file, or a file that broke on the way.
    if ((await sha256(bytes)) !== meta.sha256) return undefined
    const row = { id, type: meta.type, bytes, size: bytes.byteLength, openedAt: clock.now() }
    await heal(() => cache.docBlobs.put(row)).catch(() => {})
    return new Blob([bytes], { type: meta.type })
  } catch {
    return undefined
  } finally {
    calm()
  }
}

async function metaOf({ cache, heal }: Documents, id: string): Promise<DocumentMeta | undefined> {
  const isIt = (document: { id: string }) => document.id === id
  const item = await heal(() =>
    cache.glovebox_items.filter((row) => row.glovebox_documents.some(isIt)).first(),
  )
  const document = item?.glovebox_documents.find(isIt)
  if (document)
    return { url: document.document_url.url, sha256: document.sha256, type: document.content_type }
  const history = await heal(() =>
    cache.histories.filter((row) => row.maintenance_documents.some(isIt)).first(),
  )
  const invoice = history?.maintenance_documents.find(isIt)
  return (
    invoice && { url: invoice.invoice_document_url.url, sha256: invoice.sha256, type: invoice.content_type }
  )
}

/** Lets go of the files that were not opened for longest, down to what they may take. */
async function makeRoomForKept({ cache, heal }: Documents): Promise<void> {
  const quota = (await globalThis.navigator?.storage?.estimate?.().catch(() => undefined))?.quota
  const limit = Math.min(KEPT_BYTES_MAX, (quota ?? KEPT_BYTES_MAX) * KEPT_SHARE)
  await heal(async () => {
    // Of the index alone: the files themselves are never read for this.
    const keys = await cache.docBlobs.orderBy('[openedAt+id+size]').keys()
    const sizes = (keys as unknown as [number, string, number][]).map(([, id, size]) => ({ id, size }))
    let total = sizes.reduce((sum, { size }) => sum + size, 0)
    for (const { id, size } of sizes) {
      if (total <= limit) return
      await cache.docBlobs.delete(id)
      total -= size
    }
  })
}
