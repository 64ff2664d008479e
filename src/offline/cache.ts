import type { OfflineCache, RefreshEnd } from './model/api/cache-api.ts'
import type { Clock } from './model/clock.ts'
import { type Live, liveBoth, liveOf } from './model/live.ts'
import {
  type Documents,
  documentBlob,
  dropKeptFiles,
  keptBytes,
  type Room,
  roomOfBrowser,
} from './snapshots/document-cache.ts'
import { wholeTable } from './snapshots/observed-table.ts'
import { type Ahead, isGenerousConnection, keepCurrentFiles } from './snapshots/prefetch-documents.ts'
import { type Databases, readHistories, readItems, readOrders } from './snapshots/reads.ts'
import { layDueOver, readDueHere, readIntervals, readSchedule } from './snapshots/schedules.ts'
import { type CacheDb, cacheDb } from './storage/cache-db.ts'
import type { DeviceStorage } from './storage/outbox-db.ts'
import { closeForGood, type Healing, healing } from './storage/reconnect.ts'
import type { Store } from './storage/store.ts'
import { forgetRows, pull } from './sync/pull.ts'
import { checkReceipts } from './sync/verify-receipts.ts'
import type { Sender } from './transport/build-request.ts'

export interface CacheParts {
  clock: Clock
  timeZone: string | undefined
  sender: Sender
  store: Store
  fetch: typeof fetch
  storage?: DeviceStorage
  /** Sends what waits, before the changes of the server are taken. */
  push(): Promise<unknown>
  ahead?: Partial<Ahead>
  room?: () => Promise<Room | null>
}

export interface OpenedCache extends OfflineCache {
  db: CacheDb
  heal: Healing
}

/** Opens (or makes) the copies of server rows of one user. They may be dropped at any time; the outbox never is. */
export async function openCache(parts: CacheParts): Promise<OpenedCache> {
  const { clock, store, timeZone } = parts
  const db = cacheDb(store.scope, parts.storage)
  const heal = healing(db, clock)
  await heal(() => db.open())
  const databases: Databases = { cache: db, outbox: store.db, clock, timeZone }
  const documents: Documents = { room: roomOfBrowser, ...parts, cache: db, heal }
  const ahead: Ahead = { vehicles: () => [], isGenerous: isGenerousConnection, ...parts.ahead }
  const inTurn = oneAfterAnother()
  let refreshing: Promise<unknown> = Promise.resolve()
  const quiet = () => refreshing
  const keepFiles = (vehicleId?: number) =>
    inTurn(() => keepCurrentFiles(documents, { ...ahead, quiet }, vehicleId))
  const refresh = onceAtATime(() => {
    const run = refreshAll(parts, documents)
    refreshing = run.catch(() => {})
    return run
  })
  const refreshAndKeep = async () => {
    const end = await refresh()
    // Behind push and pull, and nobody waits for it.
    if (end === 'fresh') void keepFiles().catch(() => {})
    return end
  }
  const live = <T>(read: () => Promise<T>) => liveOf(read, heal)
  const vehicles = wholeTable(db.vehicles, heal)
  const intervals = wholeTable(db.intervals, heal)
  return {
    db,
    heal,
    vehicles,
    vehicle: (id) => live(() => db.vehicles.get(id)),
    historyOf: (vehicleId) => live(() => readHistories(databases, { vehicleId })),
    history: (id) => live(async () => (await readHistories(databases, { id }))[0]),
    historiesSince: (day) => live(() => readHistories(databases, { since: day })),
    histories: live(() => readHistories(databases, 'all')),
    ordersOf: (vehicleId) => live(() => readOrders(db, { vehicleId })),
    ordersSince: (day) => live(() => readOrders(db, { since: day })),
    orders: live(() => readOrders(db, 'all')),
    ordersIn: (statuses) => live(() => readOrders(db, { statuses })),
    gloveboxOf: (vehicleId) =>
      withFiles(
        live(() => readItems(databases, { vehicleId })),
        () => keepFiles(vehicleId),
      ),
    gloveboxItem: (id) => live(async () => (await readItems(databases, { id }))[0]),
    gloveboxItems: live(() => readItems(databases, 'all')),
    intervals: liveBoth(
      intervals,
      live(() => readDueHere(databases, 'all')),
      layDueOver,
    ),
    intervalsOf: (vehicleId) => live(() => readIntervals(databases, vehicleId)),
    scheduleOf: (vehicleId) => live(() => readSchedule(databases, vehicleId)),
    telematicsOf: (vehicleId) => live(() => db.telematics.get(vehicleId)),
    recalls: live(() => db.recalls.toArray()),
    services: live(() => db.services.toArray()),
    favoriteShops: live(() => db.shops.toArray()),
    lastLoadedAt: live(async () => (await db.syncState.get('all'))?.completedAt ?? null),
    documentBlob: (id) => documentBlob(documents, id),
    keptBytes: () => keptBytes(documents),
    freeKept: () => dropKeptFiles(documents),
    refresh: refreshAndKeep,
    async drop() {
      await forgetRows({ db, heal })
      await dropKeptFiles(documents)
    },
    close() {
      vehicles.stop()
      intervals.stop()
      closeForGood(db)
    },
  }
}

/** Push before pull: what is entered here is on the server before its changes come back (docs/offline.md#reads). */
async function refreshAll(parts: CacheParts, documents: Documents): Promise<RefreshEnd> {
  const { store, clock, sender, fetch } = parts
  await parts.push()
  const { cache: db, heal } = documents
  const deletedHere = () =>
    store.read(async () => {
      const receipts = await store.db.receipts.filter(({ kind }) => kind.endsWith('.delete')).toArray()
      return new Set(receipts.map((receipt) => receipt.entityId))
    })
  async function onAnswer(epoch: string | null, isResync: boolean): Promise<'go on' | 'offline'> {
    const end = await checkReceipts(documents, epoch, isResync)
    if (typeof end === 'object') await parts.push()
    return end === 'offline' ? 'offline' : 'go on'
  }
  return pull({ db, heal, clock, sender, fetch, deletedHere, onAnswer })
}

/** Who looks at a glovebox will want its files where there is no signal. */
function withFiles<T>(live: Live<T>, keepFiles: () => Promise<void>): Live<T> {
  const keep = () => void keepFiles().catch(() => {})
  return {
    current: live.current,
    subscribe(listener, onError) {
      keep()
      return live.subscribe(listener, onError)
    },
  }
}

/**
 * Work that is never done twice at once. Who asks while it is under way gets the end of the next, which all who ask until
 * then share: what is under way may have read before that happened of which they are to see the effect.
 */
function onceAtATime<T>(work: () => Promise<T>): () => Promise<T> {
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

/** Work that waits for what was begun before it, however that ended. */
function oneAfterAnother() {
  let last: Promise<unknown> = Promise.resolve()
  return <T>(work: () => Promise<T>): Promise<T> => {
    const next = last.then(work)
    last = next.catch(() => {})
    return next
  }
}
