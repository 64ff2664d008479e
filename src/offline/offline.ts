import type { EntryExport } from '#src/offline/model/api/outbox-api.ts'
import { createLiveQuery } from '#src/offline/storage/live-query.ts'
import { openCache } from './cache.ts'
import type { OfflineCache, RefreshResult } from './model/api/cache-api.ts'
import type { Outbox, OutboxOptions, OutboxStatus } from './model/api/outbox-api.ts'
import { type Clock, deviceClock } from './model/clock.ts'
import { combineLive, createWatched, type Watched } from './model/live.ts'
import { type PageEvents, pageEvents } from './model/page-events.ts'
import type { UnsentCount } from './model/unsent-count.ts'
import { createNetworkState, createOutbox, type OutboxParts } from './outbox.ts'
import { blockReason } from './sender/claim.ts'
import { hasRetryable } from './sender/round.ts'
import { clearCachedFiles, type StorageEstimate } from './snapshots/document-cache.ts'
import { isIdTaken } from './snapshots/id-taken.ts'
import type { PrefetchOptions } from './snapshots/prefetch-documents.ts'
import { readHistories, readItems } from './snapshots/reads.ts'
import {
  countForOtherUsers,
  countInOtherFleets,
  exportFromOtherFleet,
  lockOtherOutboxes,
} from './storage/other-outboxes.ts'
import { openStore } from './storage/store.ts'
import { applyAcknowledged } from './sync/apply-acknowledged.ts'

/** The server may have changed more than the row that was sent: its changes are taken this long after the last one. */
const AFTER_SENDING_MS = 2_000
const ROUND_MS = 5 * 60_000
const OFFLINE_ROUND_MS = 30_000

/** What tests and the app hand in beside the outbox's parts. */
export interface OfflineParts extends OutboxParts {
  /** Whose documents are fetched before anybody opens them. */
  prefetch?: Partial<PrefetchOptions>
  estimateStorage?: () => Promise<StorageEstimate | null>
}

/** Outbox and cache of the signed-in user, as the app holds them. */
export interface Offline {
  outbox: Outbox
  cache: OfflineCache
  /** Begins to send and to refresh; after sign-in and at boot, with or without network. */
  start(): void
  stop(): Promise<void>
  close(): void
  /** What is known of the way to the server. */
  network: Pick<Watched<OutboxStatus['network']>, 'value' | 'watch'>
  /** How the last refresh of the copies ended; null while none has ended since it was asked for. */
  lastRefresh: Pick<Watched<RefreshResult | null>, 'value' | 'watch'>
  /** Takes the server's changes now, for somebody who waits for the first load. */
  refreshNow(): void
  /** What calls beside the outbox found out about the network, so that all of the app has one notion of it. */
  reportContact(contact: 'online' | 'offline'): void
  /** How many entries wait on this device for other users; never what they are. */
  countForOtherUsers(): Promise<UnsentCount>
  /** Other fleets in which this user left entries that wait here, and how many. */
  countInOtherFleets(): Promise<{ tenantId: number; waiting: UnsentCount }[]>
  /** What they left in one of these, to be taken off the device; null when there is none. */
  exportFromOtherFleet(tenantId: number): Promise<EntryExport | null>
}

/**
 * Opens both databases of a user and fleet and joins them: rules from the cached catalogue, server rows of what was
 * acknowledged, room for new entries at the cost of copies.
 * @throws StorageBlocked where the browser keeps nothing for the page
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
    push: () => outbox.flushNow(),
    ...(parts.prefetch ? { prefetch: parts.prefetch } : {}),
    ...(parts.estimateStorage ? { estimateStorage: parts.estimateStorage } : {}),
  })
  const databases = { cache: cache.db, outbox: store.db, clock, timeZone }
  const applyAck = applyAcknowledged(cache.db, cache.withReconnect)
  const page = parts.page ?? pageEvents()
  const network = createNetworkState(page)
  const hasPendingProbe = () =>
    store.read(async () => (await hasRetryable(store.db)) && (await blockReason(store.db)) === null)
  const lastRefresh = createWatched<RefreshResult | null>(null)
  const rounds = createRefreshLoop({ cache, clock, page, network, isProbed: hasPendingProbe, lastRefresh })
  const outbox = createOutbox(
    {
      ...options,
      services:
        options.services ??
        (async () => {
          const services = await cache.services.current()
          return services.length > 0 ? new Map(services.map((service) => [service.id, service])) : null
        }),
    },
    {
      evictCopies: () => clearCachedFiles({ cache: cache.db, withReconnect: cache.withReconnect }),
      async documentsOf(command) {
        if (command.kind.startsWith('history.')) {
          const [kept] = await readHistories(databases, { id: command.id })
          return kept?.row.maintenance_documents ?? null
        }
        if (!command.kind.startsWith('glovebox.')) return null
        const [kept] = await readItems(databases, { id: command.id })
        return kept?.row.glovebox_documents ?? null
      },
      isIdTaken: (command) => cache.withReconnect(() => isIdTaken(cache.db, command)),
      vehicleOf: async (id) => (await cache.vehicle(id).current()) ?? null,
      async onAcked(op, body, file) {
        await applyAck(op, body, file)
        rounds.soon()
      },
      page,
      network,
      ...parts,
    },
    store,
  )

  // Of a complete refresh only: in the middle of the first one vehicles are missing that the person has.
  const standing = combineLive(cache.vehicles, cache.lastLoadedAt, (vehicles, loadedAt) => ({
    vehicles,
    loadedAt,
  }))
  const refused = createLiveQuery(
    () => store.db.ops.where('state').equals('rejected').primaryKeys(),
    store.read,
  )
  const follow = combineLive(standing, refused, (of, ids) => ({ ...of, ids }))
  let ignoreVehicles = () => {}

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
      ignoreVehicles()
      ignoreVehicles = follow.subscribe(({ vehicles, loadedAt, ids }) => {
        if (loadedAt === null || ids.length === 0) return
        outbox
          .updateVisibleVehicles(new Set(vehicles.map(({ id }) => id)))
          .catch((error: unknown) => console.error('Refused entries could not be looked at', error))
      })
      void lockOtherOutboxes(scope, parts.storage).catch(() => {})
      outbox.start()
      rounds.start()
    },
    async stop() {
      ignoreVehicles()
      rounds.stop()
      await outbox.stop()
    },
    close() {
      ignoreVehicles()
      rounds.stop()
      outbox.close()
      cache.close()
    },
    reportContact(contact) {
      // A sign-in page of the network answers some calls and not others: the outbox judges that.
      if (network.value() === contact || network.value() === 'portal') return
      network.set(contact)
      // The round looks whether the server is back.
      if (contact === 'offline') rounds.soon()
    },
    countForOtherUsers: () => countForOtherUsers(scope, parts.storage),
    countInOtherFleets: () => countInOtherFleets(scope, parts.storage),
    exportFromOtherFleet: (tenantId) => exportFromOtherFleet(scope, tenantId, parts.storage),
  }
}

interface RefreshParts {
  cache: OfflineCache
  clock: Clock
  page: PageEvents
  network: Watched<OutboxStatus['network']>
  /** Whether the outbox has something in line, and so looks for the network by itself. */
  isProbed(): Promise<boolean>
  lastRefresh: Watched<RefreshResult | null>
}

/** Keeps the copies fresh: at start, when the page or the network comes back, after sending, every five minutes in sight. */
function createRefreshLoop({ cache, clock, page, network, isProbed, lastRefresh }: RefreshParts) {
  let cancel = () => {}
  let ignore = () => {}
  let isOn = false

  function refreshIn(ms: number): void {
    cancel()
    cancel = clock.after(ms, () => page.isVisible() && lookAgain())
  }

  /** While entries wait, their probes find out that the network is back, and sending them brings a refresh. */
  async function lookAgain(): Promise<void> {
    if (network.value() === 'offline' && (await isProbed().catch(() => false)))
      return refreshIn(OFFLINE_ROUND_MS)
    await refresh()
  }

  async function refresh(): Promise<void> {
    cancel()
    const end = await cache.refresh().catch((error: unknown) => {
      if (isOn) console.error('The copies could not be refreshed', error)
      return 'failed' as const
    })
    if (!isOn) return
    lastRefresh.set(end)
    if (end === 'offline' && network.value() !== 'portal') network.set('offline')
    if (end === 'fresh' || end === 'auth') network.set('online')
    // Without network sooner: nobody else may notice that it is back.
    refreshIn(end === 'offline' ? OFFLINE_ROUND_MS : ROUND_MS)
  }

  return {
    start() {
      if (!isOn) {
        ignore = page.listen(
          (why) => void (why !== 'offline' && refresh()),
          () => {},
        )
      }
      isOn = true
      void refresh()
    },
    now: () => void (isOn && refresh()),
    soon() {
      if (!isOn) return
      cancel()
      cancel = clock.after(AFTER_SENDING_MS, () => void refresh())
    },
    stop() {
      isOn = false
      cancel()
      ignore()
    },
  }
}
