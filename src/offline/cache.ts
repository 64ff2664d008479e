import { SYNC_PAGE_MAX } from '#domain/core/limits.ts'
import { createLiveQuery } from '#src/offline/storage/live-query.ts'
import type { OfflineCache, RefreshResult } from './model/api/cache-api.ts'
import type { Clock } from './model/clock.ts'
import { combineLive, type Live, shareLive } from './model/live.ts'
import {
  cachedFileBytes,
  type DocumentCache,
  estimateStorage,
  evictCopies,
  readDocument,
  type StorageEstimate,
  sentCopies,
} from './snapshots/document-cache.ts'
import { createObservedExcerpt, createObservedTable } from './snapshots/observed-table.ts'
import {
  connectionAllowsPrefetch,
  type PrefetchOptions,
  prefetchDocuments,
} from './snapshots/prefetch-documents.ts'
import {
  type Databases,
  orderName,
  readHistories,
  readItems,
  readMovedFrom,
  readOrders,
} from './snapshots/reads.ts'
import {
  applyPendingToIntervals,
  readIntervals,
  readPendingDue,
  readSchedule,
} from './snapshots/schedules.ts'
import { readSnoozes } from './snapshots/snooze.ts'
import { type CacheDb, cacheDb } from './storage/cache-db.ts'
import type { DeviceStorage } from './storage/outbox-db.ts'
import { closePermanently, createReconnect, type Reconnect } from './storage/reconnect.ts'
import type { Store } from './storage/store.ts'
import { clearRows, type PullContext, type PullEnd, pull } from './sync/pull.ts'
import { verifyReceipts } from './sync/verify-receipts.ts'
import type { RequestIdentity } from './transport/build-request.ts'

export interface CacheParts {
  clock: Clock
  timeZone: string | undefined
  sender: RequestIdentity
  store: Store
  fetch: typeof fetch
  storage?: DeviceStorage
  /** Sends the queued entries; runs before the server's changes are pulled. Does not wait for files. */
  push(): Promise<unknown>
  /** Restores the space that is reserved on the device; runs before the server's changes are pulled. */
  restoreReserves?: () => Promise<void>
  /** Called after each complete pull. */
  onPulled?: (end: PullEnd) => void
  prefetch?: Partial<PrefetchOptions>
  estimateStorage?: () => Promise<StorageEstimate | null>
}

export interface OpenedCache extends OfflineCache {
  db: CacheDb
  withReconnect: Reconnect
}

const PREFETCH: PrefetchOptions = { vehicles: () => [], allowsPrefetch: connectionAllowsPrefetch }

/**
 * Opens (or creates) the local copies of one user's server rows. The copies may be dropped at any time; the outbox
 * never is.
 */
export async function openCache(parts: CacheParts): Promise<OpenedCache> {
  const { clock, store, timeZone } = parts
  const db = cacheDb(store.scope, parts.storage)
  const withReconnect = createReconnect(db, clock)
  await withReconnect(() => db.open())
  const databases: Databases = { cache: db, outbox: store.db, clock, timeZone }
  const files = { cache: db, withReconnect, retryAt: new Map() }
  const documents: DocumentCache = { estimateStorage, ...parts, ...files }
  const ahead: PrefetchOptions = { ...PREFETCH, ...parts.prefetch }
  const serially = createSerialQueue()
  const { refresh, refreshing } = createRefresh(parts, documents, () => drops)
  let drops = 0
  const prefetchFiles = (vehicleId?: number) =>
    serially(() => prefetchDocuments(documents, { ...ahead, quiet: refreshing }, vehicleId))
  const refreshAndPrefetch = async () => {
    const end = await refresh()
    // Runs after push and pull; no caller waits for it.
    if (end === 'fresh') void prefetchFiles().catch(() => {})
    return end
  }
  const live = <T>(read: () => Promise<T>) => createLiveQuery(read, withReconnect)
  const shared = <T>(read: () => Promise<T>) => shareLive(live(read))
  const vehicles = createObservedTable(db.vehicles, withReconnect)
  // Lists show vehicles first and add what is due.
  const intervals = createObservedTable(db.intervals, withReconnect, vehicles.settled)
  const orderNames = createObservedExcerpt(db.orders, withReconnect, orderName, vehicles.settled)
  return {
    db,
    withReconnect,
    vehicles,
    vehicle: (id) => live(() => db.vehicles.get(id)),
    vehiclesOf: (ids) =>
      live(async () => (await db.vehicles.bulkGet([...ids])).filter((row) => row !== undefined)),
    historyOf: (vehicleId) => live(() => readHistories(databases, { vehicleId })),
    movedFrom: (vehicleId) => live(() => readMovedFrom(databases, vehicleId)),
    history: (id) => live(async () => (await readHistories(databases, { id }))[0]),
    historiesSince: (day) => live(() => readHistories(databases, { since: day })),
    histories: live(() => readHistories(databases, 'all')),
    ordersOf: (vehicleId) => live(() => readOrders(db, { vehicleId })),
    ordersSince: (day) => live(() => readOrders(db, { since: day })),
    orders: live(() => readOrders(db, 'all')),
    orderNames,
    ordersIn: (statuses) => live(() => readOrders(db, { statuses })),
    gloveboxOf: (vehicleId) =>
      prefetchOnSubscribe(
        live(() => readItems(databases, { vehicleId })),
        () => prefetchFiles(vehicleId),
      ),
    gloveboxItem: (id) => live(async () => (await readItems(databases, { id }))[0]),
    gloveboxItems: shared(() => readItems(databases, 'all')),
    intervals: combineLive(
      intervals,
      live(() => readPendingDue(databases, 'all')),
      applyPendingToIntervals,
    ),
    intervalsOf: (vehicleId) => live(() => readIntervals(databases, vehicleId)),
    scheduleOf: (vehicleId) => live(() => readSchedule(databases, vehicleId)),
    snoozes: shared(() => readSnoozes(databases)),
    telematicsOf: (vehicleId) => live(() => db.telematics.get(vehicleId)),
    telematicsWithFaults: shared(() => db.telematics.filter((row) => row.fault_codes.length > 0).toArray()),
    recalls: shared(() => db.recalls.toArray()),
    services: shared(() => db.services.toArray()),
    favoriteShops: shared(() => db.shops.toArray()),
    lastLoadedAt: shared(async () => (await db.syncState.get('all'))?.completedAt ?? null),
    documentBlob: (id, meta) => readDocument(documents, id, meta),
    cachedFileBytes: () => cachedFileBytes(documents),
    clearCachedFiles: () => evictCopies(documents),
    refresh: refreshAndPrefetch,
    async drop() {
      drops++
      await clearRows({ db, withReconnect })
      await evictCopies(documents)
    },
    close() {
      for (const table of [vehicles, intervals, orderNames]) table.stop()
      closePermanently(db)
    },
  }
}

/** Returns a function that refreshes, once at a time, and one that waits for it. */
function createRefresh(parts: CacheParts, documents: DocumentCache, drops: () => number) {
  let running: Promise<unknown> = Promise.resolve()
  const pageSize = { rows: SYNC_PAGE_MAX }
  const refresh = coalesce(() => {
    const run = refreshAll(parts, documents, { drops, pageSize })
    running = run.catch(() => {})
    return run
  })
  return { refresh, refreshing: () => running }
}

/**
 * Pushes before it pulls, so that local entries are on the server before its changes are read (docs/offline.md#reads).
 * Restores the reserves in between, before copies can take the space that sent entries freed.
 */
async function refreshAll(
  parts: CacheParts,
  documents: DocumentCache,
  pulling: Pick<PullContext, 'drops' | 'pageSize'>,
): Promise<RefreshResult> {
  const { store, clock, sender, fetch } = parts
  await parts.push()
  await parts.restoreReserves?.()
  const { cache: db, withReconnect } = documents
  const deletedHere = () =>
    store.read(async () => {
      const receipts = await store.db.receipts.filter(({ kind }) => kind.endsWith('.delete')).toArray()
      return new Set(receipts.map((receipt) => receipt.entityId))
    })
  async function onResponse(
    epoch: string | null,
    isResync: boolean,
  ): Promise<'go on' | 'offline' | 'failed'> {
    const copies = sentCopies(documents)
    const check = { store, clock, sender, fetch, path: '/api/v4/sync/receipts', copies }
    const end = await verifyReceipts(check, epoch, isResync)
    if (end === 'sent again' || end === 'no space') await parts.push()
    // What the server lost stays visible until it is queued again.
    if (end === 'no space') return 'failed'
    return end === 'offline' ? 'offline' : 'go on'
  }
  const onComplete = parts.onPulled ?? (() => {})
  return pull({ ...pulling, db, withReconnect, clock, sender, fetch, deletedHere, onResponse, onComplete })
}

/** Prefetches a vehicle's files when its glovebox is opened, for later use without signal. */
function prefetchOnSubscribe<T>(live: Live<T>, prefetch: () => Promise<void>): Live<T> {
  const start = () => void prefetch().catch(() => {})
  return {
    current: live.current,
    subscribe(listener, onError) {
      start()
      return live.subscribe(listener, onError)
    },
  }
}

/** Runs `work` once at a time. Concurrent callers share the next run, because the current one may already be stale. */
function coalesce<T>(work: () => Promise<T>): () => Promise<T> {
  let current: Promise<T> | null = null
  let next: Promise<T> | null = null
  function begin(): Promise<T> {
    next = null
    current = work().finally(() => {
      if (next === null) current = null
    })
    return current
  }
  return () => {
    if (current === null) return begin()
    next ??= current.then(begin, begin)
    return next
  }
}

/** Runs each work after the previous one has ended, whether that succeeded or failed. */
function createSerialQueue() {
  let last: Promise<unknown> = Promise.resolve()
  return <T>(work: () => Promise<T>): Promise<T> => {
    const next = last.then(work)
    last = next.catch(() => {})
    return next
  }
}
