import type { EntryExport } from '#src/offline/model/api/outbox-api.ts'
import { createLiveQuery } from '#src/offline/storage/live-query.ts'
import { type OpenedCache, openCache } from './cache.ts'
import type { OfflineCache, RefreshResult } from './model/api/cache-api.ts'
import type { Outbox, OutboxOptions, OutboxStatus } from './model/api/outbox-api.ts'
import { deviceClock } from './model/clock.ts'
import { combineLive, createWatched, type Watched } from './model/live.ts'
import { pageEvents } from './model/page-events.ts'
import type { Scope } from './model/scope.ts'
import type { UnsentCount } from './model/unsent-count.ts'
import { createNetworkState, createOutbox, type OutboxParts } from './outbox.ts'
import { blockReason } from './sender/claim.ts'
import { hasRetryable } from './sender/round.ts'
import { lockOutbox } from './sender/sweep.ts'
import { evictCopies, type StorageEstimate } from './snapshots/document-cache.ts'
import { isIdTaken } from './snapshots/id-taken.ts'
import type { PrefetchOptions } from './snapshots/prefetch-documents.ts'
import { type Databases, readHistories, readItems } from './snapshots/reads.ts'
import { cacheDb } from './storage/cache-db.ts'
import {
  clearOtherCaches,
  countForOtherUsers,
  countInOtherFleets,
  exportFromOtherFleet,
  lockOtherOutboxes,
} from './storage/other-outboxes.ts'
import { closePermanently, createReconnect } from './storage/reconnect.ts'
import { createReserveKeeper } from './storage/reserve.ts'
import { openStore, type Store } from './storage/store.ts'
import { applyAcknowledged } from './sync/apply-acknowledged.ts'
import { clearRows } from './sync/pull.ts'
import { createRefreshLoop } from './sync/refresh-loop.ts'

/** Dependencies that tests and the app inject, beyond those of the outbox. */
export interface OfflineParts extends OutboxParts {
  /** Which documents are prefetched. */
  prefetch?: Partial<PrefetchOptions>
  estimateStorage?: () => Promise<StorageEstimate | null>
}

/** Outbox and cache of the signed-in user. */
export interface Offline {
  outbox: Outbox
  cache: OfflineCache
  /** Starts sending and refreshing, after sign-in and at boot, with or without network. */
  start(): void
  stop(): Promise<void>
  close(): void
  /** Known state of the connection to the server. */
  network: Pick<Watched<OutboxStatus['network']>, 'value' | 'watch'>
  /** Result of the last refresh; null until a requested one has ended. */
  lastRefresh: Pick<Watched<RefreshResult | null>, 'value' | 'watch'>
  /** Pulls the server's changes now, while the user waits for the first load. */
  refreshNow(): void
  /** Reports what other API calls learned about the network, so that the whole app shares one state. */
  reportContact(contact: 'online' | 'offline'): void
  /** Counts entries of other users that wait on this device, without their contents. */
  countForOtherUsers(): Promise<UnsentCount>
  /** Other fleets in which this user has unsent entries on this device, with their counts. */
  countInOtherFleets(): Promise<{ tenantId: number; waiting: UnsentCount }[]>
  /** Exports the entries left in one of these fleets; null if there are none. */
  exportFromOtherFleet(tenantId: number): Promise<EntryExport | null>
}

/**
 * Opens and connects both databases of a user and fleet. The cached catalog provides validation data, acknowledged
 * rows go into the cache, and cached files are dropped when new entries need space.
 * @throws StorageBlocked if the browser stores nothing for the page
 */
export async function openOffline(options: OutboxOptions, parts: OfflineParts = {}): Promise<Offline> {
  const clock = parts.clock ?? deviceClock
  const scope = { tenantId: options.tenantId, userId: options.userId }
  const store = await openStore(scope, clock, parts.storage)
  const { timeZone } = options
  const cache = await openCache({
    clock,
    timeZone,
    store,
    sender: { scope, appName: options.appName, baseUrl: options.baseUrl ?? '' },
    fetch: parts.fetch ?? ((...request) => fetch(...request)),
    ...(parts.storage ? { storage: parts.storage } : {}),
    push: () => outbox.flushEntries(),
    restoreReserves: createReserveKeeper(store.db, clock),
    onPulled: (end) => rounds.pulled(end),
    ...(parts.prefetch ? { prefetch: parts.prefetch } : {}),
    ...(parts.estimateStorage ? { estimateStorage: parts.estimateStorage } : {}),
  })
  const page = parts.page ?? pageEvents()
  const network = createNetworkState(page)
  const hasPendingProbe = () =>
    store.read(async () => (await hasRetryable(store.db)) && (await blockReason(store.db)) === null)
  const lastRefresh = createWatched<RefreshResult | null>(null)
  const rounds = createRefreshLoop({ cache, clock, page, network, isProbed: hasPendingProbe, lastRefresh })
  const applyAck = applyAcknowledged(cache.db, cache.withReconnect)
  const outbox = createOutbox(
    { ...options, services: options.services ?? (() => cachedServices(cache)) },
    {
      ...readsOfCache(cache, { cache: cache.db, outbox: store.db, clock, timeZone }, store),
      async onAcked(op, acked, file) {
        await applyAck(op, acked, file)
        rounds.soon()
      },
      page,
      network,
      ...parts,
    },
    store,
  )
  const vehicles = createVehicleFollower(outbox, cache, store, rounds.soon)

  return {
    outbox,
    cache,
    network,
    lastRefresh,
    refreshNow() {
      lastRefresh.set(null)
      rounds.now()
    },
    start() {
      vehicles.start()
      void lockOtherOutboxes(scope, parts.storage).catch(() => {})
      void clearOtherCaches(scope, parts.storage).catch(() => {})
      outbox.start()
      rounds.start()
    },
    async stop() {
      vehicles.stop()
      rounds.stop()
      await outbox.stop()
    },
    close() {
      vehicles.stop()
      rounds.stop()
      outbox.close()
      cache.close()
    },
    reportContact(contact) {
      // A captive portal lets some calls through and not others; the outbox decides about that state.
      if (network.value() === contact || network.value() === 'portal') return
      network.set(contact)
      // The refresh checks whether the server is reachable again.
      if (contact === 'offline') rounds.soon()
    },
    countForOtherUsers: () => countForOtherUsers(scope, parts.storage),
    countInOtherFleets: () => countInOtherFleets(scope, parts.storage),
    exportFromOtherFleet: (tenantId) => exportFromOtherFleet(scope, tenantId, parts.storage),
  }
}

/** Locks the outbox of a user and deletes the user's copies of what the server has. Opens nothing that could send. */
export async function lockAndClear(
  scope: Scope,
  { clock = deviceClock, storage }: OfflineParts = {},
): Promise<void> {
  const store = await openStore(scope, clock, storage)
  const db = cacheDb(scope, storage)
  const withReconnect = createReconnect(db, clock)
  try {
    await lockOutbox(store, clock.now())
    await clearRows({ db, withReconnect })
    await evictCopies({ cache: db, withReconnect, store })
  } finally {
    store.close()
    closePermanently(db)
  }
}

/** Reads of the cache that the outbox needs, and the space that the cache can free. */
function readsOfCache(cache: OpenedCache, databases: Databases, store: Store): OutboxParts {
  return {
    evictCopies: () => evictCopies({ cache: cache.db, withReconnect: cache.withReconnect, store }),
    async documentsOf(command) {
      if (command.kind.startsWith('history.')) {
        const [localRow] = await readHistories(databases, { id: command.id })
        return localRow?.row.maintenance_documents ?? null
      }
      if (!command.kind.startsWith('glovebox.')) return null
      const [localRow] = await readItems(databases, { id: command.id })
      return localRow?.row.glovebox_documents ?? null
    },
    isIdTaken: (command) => cache.withReconnect(() => isIdTaken(cache.db, command)),
    vehicleOf: async (id) => (await cache.vehicle(id).current()) ?? null,
  }
}

async function cachedServices(cache: OfflineCache) {
  const services = await cache.services.current()
  return services.length > 0 ? new Map(services.map((service) => [service.id, service])) : null
}

/**
 * Retries entries that were refused for a missing vehicle when the cache has the vehicle again. Refreshes soon after any
 * entry is refused, for whatever reason: a vehicle that comes back before a refresh saw it missing is recognized as
 * returned only once for an entry.
 */
function createVehicleFollower(outbox: Outbox, cache: OfflineCache, store: Store, refreshSoon: () => void) {
  // Only after a complete refresh: during the first one, some of the user's vehicles are still missing.
  const loaded = combineLive(cache.vehicles, cache.lastLoadedAt, (_, loadedAt) => loadedAt)
  const refused = createLiveQuery(
    () => store.db.ops.where('state').equals('rejected').primaryKeys(),
    store.read,
  )
  const both = combineLive(loaded, refused, (loadedAt, ids) => ({ loadedAt, ids }))
  let stop = () => {}
  return {
    start() {
      stop()
      // The first result has the rejections of earlier; the refresh at start is enough for them.
      let known = Number.POSITIVE_INFINITY
      const stopRefused = refused.subscribe(({ length }) => {
        if (length > known) refreshSoon()
        known = length
      })
      const stopBoth = both.subscribe(({ loadedAt, ids }) => {
        if (loadedAt === null || ids.length === 0) return
        // The list that was reported can be older than `loadedAt`.
        cache.vehicles
          .current()
          .then((vehicles) => outbox.updateVisibleVehicles(new Set(vehicles.map(({ id }) => id)), loadedAt))
          .catch((error: unknown) => console.error('Refused entries could not be looked at', error))
      })
      stop = () => {
        stopRefused()
        stopBoth()
      }
    },
    stop: () => stop(),
  }
}
