import type { Outbox, OutboxOptions, OutboxStatus } from './model/api/outbox-api.ts'
import { type Clock, deviceClock } from './model/clock.ts'
import type { Command } from './model/command.ts'
import { liveOf, liveWith, type Watched, watched } from './model/live.ts'
import type { VehicleNames } from './model/op-row.ts'
import { type PageEvents, pageEvents } from './model/page-events.ts'
import { countHeld } from './model/unsent-count.ts'
import { discard, discardAll, linesOf, restore } from './queue/actions/discard.ts'
import { discardGroup, moveGroup, releaseGroup, restoreGroup } from './queue/actions/group-actions.ts'
import { move } from './queue/actions/move.ts'
import { mergeConflicts, resolveConflict } from './queue/actions/resolve-conflict.ts'
import { release } from './queue/actions/retry.ts'
import { followVehicles } from './queue/actions/retry-for-returned-vehicles.ts'
import { keepBoth, sameJobs } from './queue/duplicate-warnings.ts'
import { type Enqueuing, enqueue, newTrace, savedUnder } from './queue/enqueue/enqueue.ts'
import { type FreeBytes, freeBytesOfBrowser } from './queue/enqueue/ensure-space.ts'
import { type Facts, vehicleIdOf } from './queue/enqueue/prepare.ts'
import { patienceFor, untilKnown } from './queue/enqueue/save-outcome.ts'
import { recentReceipts, unsentKeys, waitingEntries } from './queue/waiting-entries.ts'
import { hasLine } from './sender/round.ts'
import type { Running } from './sender/send-lane.ts'
import { sendingOf } from './sender/sender-control.ts'
import { nothingUnnoted } from './sender/unrecorded.ts'
import { exported, onOwnConnection } from './storage/export.ts'
import { readAllMeta, readMeta } from './storage/meta.ts'
import { type DeviceStorage, outboxDb } from './storage/outbox-db.ts'
import type { Store } from './storage/store.ts'
import { makeBreaker } from './transport/breaker.ts'
import { probe } from './transport/probe.ts'
import { fetchTransport, type Transport } from './transport/transport.ts'
import { bestTransport } from './transport/upload-transport.ts'

/** What tests and the composition hand in; the browser's own where left out. */
export interface OutboxParts {
  fetch?: typeof fetch
  transport?: Transport
  clock?: Clock
  random?: () => number
  storage?: DeviceStorage
  page?: PageEvents
  locks?: LockManager | null
  freeBytes?: FreeBytes
  /** Documents that an entity has on this device, for the rules on its files; null: not known. */
  documentsOf?: (command: Command) => Promise<Facts['documents']>
  /** Whether the id of a create stands for a server row of other content on this device. */
  isIdTaken?: (command: Command) => Promise<boolean>
  /** What a vehicle is called, where this device knows it. */
  vehicleOf?: (vehicleId: number) => Promise<VehicleNames | null>
  /** Drops copies of server rows that can be fetched again, when a write needs the room. */
  evictCopies?: () => Promise<void>
  onAcked?: Running['onAcked']
  /** How the network shows itself, where others than the outbox see it too. */
  network?: Watched<OutboxStatus['network']>
}

/** What is known of the network before anything was sent. */
export const networkOf = (page: PageEvents): Watched<OutboxStatus['network']> =>
  watched<OutboxStatus['network']>(page.isOffline() ? 'offline' : 'unknown')

/**
 * The outbox of one user and fleet, on a store that is open: what is entered here reaches the server exactly once, with
 * its files, or stays until the person decides (docs/offline.md). Sends nothing before `start()`.
 */
export function assemble(options: OutboxOptions, parts: OutboxParts, store: Store): Outbox {
  const clock = parts.clock ?? deviceClock
  const page = parts.page ?? pageEvents()
  const network = parts.network ?? networkOf(page)
  const running = runningOf(options, parts, { store, clock, page, onContact: network.set })
  const sending = sendingOf({
    running,
    page,
    network,
    probe: () => probe(clock, parts.fetch ?? fetch, running.sender.baseUrl),
  })
  const enqueuing = enqueuingOf(options, parts, { store, clock })
  const act = async <T>(work: Promise<T>): Promise<T> => {
    const result = await work
    sending.changed()
    return result
  }
  const live = <T>(read: () => Promise<T>) => liveOf(read, store.read)
  const merging = mergingOf(store, sending.changed)
  return {
    enqueue(command) {
      const trace = newTrace()
      return untilKnown(clock, patienceFor(command), {
        work: act(enqueue(enqueuing, command, trace)),
        hasBegun: () => trace.hasBegun,
        look: async () => {
          const db = outboxDb(store.scope, parts.storage)
          const saved = await onOwnConnection(db, (own) => savedUnder(own, trace, command.id))
          if (saved) sending.changed()
          return saved
        },
      })
    },
    async discard(opId) {
      const gone = await act(discard(store, opId))
      return gone && (() => act(restore(store, gone)))
    },
    async move(opId, vehicleId) {
      const to = { vehicleId, vehicle: (await parts.vehicleOf?.(vehicleId)) ?? null }
      return act(move(store, { appVersion: options.appVersion, now: clock.now() }, opId, to))
    },
    async retryGroup(lines) {
      await releaseGroup(store, lines)
      sending.nudge()
    },
    async moveGroup(lines, vehicleId) {
      const to = { vehicleId, vehicle: (await parts.vehicleOf?.(vehicleId)) ?? null }
      return act(moveGroup(store, { appVersion: options.appVersion, now: clock.now() }, lines, to))
    },
    async discardGroup(lines) {
      const removed = await act(discardGroup(store, lines))
      const canUndo = removed.length > 0 && removed.every(({ isRestorable }) => isRestorable)
      return {
        held: countHeld(removed.flatMap(({ ops }) => ops)),
        undo: canUndo ? () => act(restoreGroup(store, removed)) : null,
      }
    },
    exported: (opIds) =>
      store
        .read(() => exported(store.db, opIds))
        .catch(() => onOwnConnection(outboxDb(store.scope, parts.storage), (db) => exported(db, opIds))),
    discardAll: (confirmed) => act(discardAll(store, confirmed)),
    resolveConflict: (opId, answer) => act(resolveConflict(store, opId, answer)),
    async vehiclesAre(visibleIds) {
      if ((await followVehicles(store, visibleIds)) > 0) sending.nudge()
    },
    async retry(opId) {
      if (opId !== undefined) await release(store, opId)
      sending.nudge()
    },
    status: liveWith(
      live(() => storedStatus(store, clock)),
      network,
      (stored, now) => ({ ...stored, network: now }),
    ),
    entries: live(() => waitingEntries(store.db)),
    receipts: live(() => recentReceipts(store.db)),
    sameJobs: live(() => sameJobs(store.db, clock.now())),
    keepBoth: (opId) => store.write(() => keepBoth(store.db, opId)),
    oldestAt: live(async () => (await store.db.ops.orderBy('id').first())?.occurredAt ?? null),
    hasHeldAnything: () => store.read(async () => (await readMeta(store.db, 'seq')) !== 0),
    unsentKeys: (limit) => store.read(() => unsentKeys(store.db, limit)),
    held: async () => countHeld(await store.read(() => store.db.ops.toArray())),
    pendingCount: async () => linesOf(await store.read(() => store.db.ops.toArray())).size,
    async fileOf(fileId) {
      const file = await store.read(() => store.db.files.get(fileId))
      return file && new Blob([file.bytes], { type: file.type })
    },
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
    async flushNow() {
      const end = await sending.flush()
      if (end !== 'empty') return end
      // What was put together, here or by the watch on conflicts, stands in line again.
      const isInLine = async () => (await mergeConflicts(store)) > 0 || hasLine(running)
      return (await isInLine().catch(() => false)) ? sending.flush() : end
    },
    close() {
      merging.stop()
      sending.close()
    },
  }
}

/** Settles by itself, as soon as it shows, what two people changed in different parts of one row. */
function mergingOf(store: Store, changed: () => void) {
  const conflicts = liveOf(() => store.db.ops.where('state').equals('conflict').primaryKeys(), store.read)
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

type Base = Pick<Running, 'store' | 'clock' | 'onContact'> & { page: PageEvents }

function runningOf(options: OutboxOptions, parts: OutboxParts, base: Base): Running {
  const { store, clock, page, onContact } = base
  const byFetch = fetchTransport(clock, parts.fetch ?? fetch)
  return {
    store,
    clock,
    onContact,
    random: parts.random ?? Math.random,
    isVisible: page.isVisible,
    breaker: makeBreaker(clock, page.isVisible),
    transport: parts.transport ?? (parts.fetch ? byFetch : bestTransport(byFetch, clock)),
    sender: { scope: store.scope, appName: options.appName, baseUrl: options.baseUrl ?? '' },
    onAcked: parts.onAcked ?? (async () => {}),
    unnoted: nothingUnnoted(),
    ...(parts.locks === undefined ? {} : { locks: parts.locks }),
  }
}

function enqueuingOf(
  options: OutboxOptions,
  parts: OutboxParts,
  { store, clock }: Pick<Base, 'store' | 'clock'>,
): Enqueuing {
  return {
    store,
    appVersion: options.appVersion,
    factsOf: async (command) => ({
      country: options.country,
      now: clock.now(),
      services: (await options.services?.()) ?? null,
      documents: (await parts.documentsOf?.(command)) ?? null,
      isIdTaken: (await parts.isIdTaken?.(command)) ?? false,
      vehicle: (await parts.vehicleOf?.(vehicleIdOf(command))) ?? null,
    }),
    freeBytes: parts.freeBytes ?? freeBytesOfBrowser,
    evictCopies: parts.evictCopies ?? (async () => {}),
  }
}

async function storedStatus(store: Store, clock: Clock): Promise<Omit<OutboxStatus, 'network'>> {
  const { counters, lease, pausedFor, lastAckAt } = await readAllMeta(store.db)
  return {
    waiting: counters.entries,
    filesWaiting: counters.files,
    needsYou: counters.needsYou,
    needsYouFiles: counters.needsYouFiles,
    bytesWaiting: counters.bytes,
    isSending: lease !== null && lease.expiresAt > clock.now(),
    pausedFor,
    lastSentAt: lastAckAt,
  }
}
