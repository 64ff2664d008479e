import type { Outbox, OutboxOptions, OutboxStatus } from './model/api/outbox-api.ts'
import { type Clock, deviceClock } from './model/clock.ts'
import type { Command } from './model/command.ts'
import { createWatched, type Watched } from './model/live.ts'
import type { VehicleNames } from './model/op-row.ts'
import { type PageEvents, pageEvents } from './model/page-events.ts'
import { createActions } from './outbox-actions.ts'
import { createReads } from './outbox-reads.ts'
import { mergeConflicts } from './queue/actions/resolve-conflict.ts'
import {
  type EnqueueDependencies,
  enqueue,
  estimateFreeBytes,
  type FreeBytes,
} from './queue/enqueue/enqueue.ts'
import { type ValidationContext, vehicleIdOf } from './queue/enqueue/prepare.ts'
import { awaitCertainOutcome, saveTimeoutMs, withTimeout } from './queue/enqueue/save-outcome.ts'
import { createSaveTrace, findSaved } from './queue/enqueue/save-trace.ts'
import { hasQueued } from './sender/round.ts'
import type { SenderContext } from './sender/send-lane.ts'
import { createSender } from './sender/sender-control.ts'
import { createUnrecordedState } from './sender/unrecorded.ts'
import { withOwnConnection } from './storage/export.ts'
import { createLiveQuery } from './storage/live-query.ts'
import { type DeviceStorage, outboxDb } from './storage/outbox-db.ts'
import type { Store } from './storage/store.ts'
import { createBreaker } from './transport/breaker.ts'
import { probe } from './transport/probe.ts'
import { fetchTransport, type Transport } from './transport/transport.ts'
import { bestTransport } from './transport/upload-transport.ts'

/** Dependencies that tests and the composition inject; the browser's own are the defaults. */
export interface OutboxParts {
  fetch?: typeof fetch
  transport?: Transport
  clock?: Clock
  random?: () => number
  storage?: DeviceStorage
  page?: PageEvents
  locks?: LockManager | null
  freeBytes?: FreeBytes
  /** Documents that an entity has on this device, for the file rules; null: not known. */
  documentsOf?: (command: Command) => Promise<ValidationContext['documents']>
  /** Whether the id of a create belongs to a server row with other content, as far as this device knows. */
  isIdTaken?: (command: Command) => Promise<boolean>
  /** The vehicle's names, if this device has them. */
  vehicleOf?: (vehicleId: number) => Promise<VehicleNames | null>
  /** Drops cached copies that can be fetched again, when a write needs space. */
  evictCopies?: () => Promise<void>
  onAcked?: SenderContext['onAcked']
  /** State of the network, if it is shared with other components. */
  network?: Watched<OutboxStatus['network']>
}

/** State of the network before anything was sent. */
export const createNetworkState = (page: PageEvents): Watched<OutboxStatus['network']> =>
  createWatched<OutboxStatus['network']>(page.isOffline() ? 'offline' : 'unknown')

/**
 * Creates the outbox of one user and fleet on an open store. Every entry reaches the server exactly once, with its
 * files, or stays until the user decides (docs/offline.md). Sends nothing before `start()`.
 */
export function createOutbox(options: OutboxOptions, parts: OutboxParts, store: Store): Outbox {
  const clock = parts.clock ?? deviceClock
  const page = parts.page ?? pageEvents()
  const network = parts.network ?? createNetworkState(page)
  const context = createSenderContext(options, parts, { store, clock, page, onContact: network.set })
  const sending = createSender({
    context,
    page,
    network,
    probe: () => probe(clock, parts.fetch ?? fetch, context.sender.baseUrl),
  })
  const dependencies = createEnqueueDependencies(options, parts, { store, clock })
  const merging = createConflictMerger(store, sending.changed)
  async function flushNow() {
    const end = await sending.flush()
    if (end !== 'empty') return end
    // Entries that were merged, here or by the conflict merger, are queued again.
    const hasWaiting = async () => (await mergeConflicts(store)) > 0 || hasQueued(context)
    return (await hasWaiting().catch(() => false)) ? sending.flush() : end
  }
  return {
    enqueue(command) {
      const trace = createSaveTrace()
      const notify = <T>(saved: T): T => {
        if (saved) sending.changed()
        return saved
      }
      const outcome = awaitCertainOutcome(clock, {
        work: enqueue(dependencies, command, trace).then(notify),
        hasBegun: () => trace.hasBegun,
        look: () =>
          withOwnConnection(outboxDb(store.scope, parts.storage), (own) =>
            findSaved(own, trace, command.id),
          ).then(notify),
      })
      return withTimeout(clock, saveTimeoutMs(command), outcome)
    },
    ...createActions({ store, clock, sending, appVersion: options.appVersion, vehicleOf: parts.vehicleOf }),
    ...createReads({ store, clock, network, storage: parts.storage }),
    isStorageLost: store.isLost,
    start() {
      sending.start()
      merging.start()
    },
    async stop() {
      merging.stop()
      await sending.stop()
    },
    async lock() {
      merging.stop()
      await sending.lock()
    },
    flushNow,
    async flushEntries() {
      let ignore = () => {}
      const onlyFiles = new Promise<void>((resolve) => {
        ignore = sending.onOnlyFiles(resolve)
      })
      await Promise.race([flushNow(), onlyFiles]).finally(ignore)
    },
    close() {
      merging.stop()
      sending.close()
    },
  }
}

/** Merges conflicts automatically as they appear, if the two users changed different parts of the row. */
function createConflictMerger(store: Store, changed: () => void) {
  const conflicts = createLiveQuery(
    () => store.db.ops.where('state').equals('conflict').primaryKeys(),
    store.read,
  )
  let ignore = () => {}
  return {
    start() {
      ignore()
      ignore = conflicts.subscribe((ids) => {
        if (ids.length === 0) return
        mergeConflicts(store).then(
          (merged) => void (merged > 0 && changed()),
          (error: unknown) => console.error('A conflict could not be looked at', error),
        )
      })
    },
    stop: () => ignore(),
  }
}

type Base = Pick<SenderContext, 'store' | 'clock' | 'onContact'> & { page: PageEvents }

function createSenderContext(options: OutboxOptions, parts: OutboxParts, base: Base): SenderContext {
  const { store, clock, page, onContact } = base
  const byFetch = fetchTransport(clock, parts.fetch ?? fetch)
  return {
    store,
    clock,
    onContact,
    random: parts.random ?? Math.random,
    isVisible: page.isVisible,
    breaker: createBreaker(clock, page.isVisible),
    transport: parts.transport ?? (parts.fetch ? byFetch : bestTransport(byFetch, clock)),
    sender: { scope: store.scope, appName: options.appName, baseUrl: options.baseUrl ?? '' },
    onAcked: parts.onAcked ?? (async () => {}),
    unrecorded: createUnrecordedState(),
    ...(parts.locks === undefined ? {} : { locks: parts.locks }),
  }
}

function createEnqueueDependencies(
  options: OutboxOptions,
  parts: OutboxParts,
  { store, clock }: Pick<Base, 'store' | 'clock'>,
): EnqueueDependencies {
  return {
    store,
    contextOf: async (command) => ({
      scope: store.scope,
      appVersion: options.appVersion,
      country: options.country,
      now: clock.now(),
      services: (await options.services?.()) ?? null,
      documents: (await parts.documentsOf?.(command)) ?? null,
      isIdTaken: (await parts.isIdTaken?.(command)) ?? false,
      vehicle: (await parts.vehicleOf?.(vehicleIdOf(command))) ?? null,
    }),
    freeBytes: parts.freeBytes ?? estimateFreeBytes,
    evictCopies: parts.evictCopies ?? (async () => {}),
  }
}
