import { type Clock, deviceClock } from './clock.ts'
import type { Command } from './commands/command.ts'
import { discard, discardAll, linesOf } from './commands/discard.ts'
import { enqueue } from './commands/enqueue.ts'
import type { Facts } from './commands/prepare.ts'
import { release, resolveConflict } from './commands/release.ts'
import { type FreeBytes, freeBytesOfBrowser } from './commands/room.ts'
import { newId } from './ids.ts'
import { liveOf, liveWith, type Watched, watched } from './live.ts'
import type { Outbox, OutboxOptions, OutboxStatus, RunEnd } from './outbox-api.ts'
import type { Running } from './run/attempt.ts'
import { askForBackgroundSync } from './run/background-sync.ts'
import { type Engine, startEngine } from './run/engine.ts'
import { openPoke } from './run/poke.ts'
import { type PageEvents, pageEvents } from './run/wake-ups.ts'
import { makeBreaker } from './send/breaker.ts'
import { probe } from './send/probe.ts'
import { fetchTransport, type Transport } from './send/transport.ts'
import { bestTransport } from './send/upload.ts'
import { readAllMeta, writeMeta } from './store/meta.ts'
import type { DeviceStorage } from './store/outbox-db.ts'
import { openStore, type Store } from './store/store.ts'
import { resume, sweep } from './store/sweep.ts'
import { recentReceipts, waitingEntries } from './waiting-entries.ts'

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
 * Opens the outbox of one user and fleet: what is entered here reaches the server exactly once, with its files, or stays
 * until the person decides (offline.md). Sends nothing before `start()`.
 * @throws StorageBlocked where the browser keeps nothing for the page
 */
export async function openOutbox(options: OutboxOptions, parts: OutboxParts = {}): Promise<Outbox> {
  const scope = { tenantId: options.tenantId, userId: options.userId }
  return assemble(options, parts, await openStore(scope, parts.clock ?? deviceClock, parts.storage))
}

/** The outbox on a store that is open. */
export function assemble(options: OutboxOptions, parts: OutboxParts, store: Store): Outbox {
  const clock = parts.clock ?? deviceClock
  const page = parts.page ?? pageEvents()
  const { scope } = store
  const network = parts.network ?? networkOf(page)
  const running = runningOf(options, parts, { store, clock, page, onContact: network.set })
  const owner = newId()
  let engine: Engine | null = null
  /** Started and not stopped since. */
  let isOn = false
  const poke = openPoke(scope, () => engine?.wake())

  const begin = () =>
    startEngine({
      running,
      page,
      owner,
      probe: () => probe(clock, parts.fetch ?? fetch, running.sender.baseUrl),
      network: network.value,
    })
  const changed = () => {
    engine?.wake()
    poke.tell()
    void askForBackgroundSync()
  }
  const stop = async () => {
    isOn = false
    const ending = engine
    engine = null
    await ending?.stop()
  }
  const act = async <T>(work: Promise<T>): Promise<T> => {
    const result = await work
    changed()
    return result
  }

  return {
    enqueue: (command) =>
      act(
        enqueue(
          {
            store,
            appVersion: options.appVersion,
            factsOf: (asked) => factsOf(options, parts, clock, asked),
            freeBytes: parts.freeBytes ?? freeBytesOfBrowser,
            evictCopies: parts.evictCopies ?? (async () => {}),
          },
          command,
        ),
      ),
    discard: (opId) => act(discard(store, opId)),
    discardAll: (count) => act(discardAll(store, count)),
    resolveConflict: (opId, keep) => act(resolveConflict(store, opId, keep)),
    async retry(opId) {
      if (opId !== undefined) await release(store, opId)
      poke.tell()
      engine?.nudge()
    },
    status: liveWith(
      liveOf(() => storedStatus(store, clock)),
      network,
      (stored, now) => ({ ...stored, network: now }),
    ),
    entries: liveOf(() => waitingEntries(store.db)),
    receipts: liveOf(() => recentReceipts(store.db)),
    pendingCount: async () => linesOf(await store.read(() => store.db.ops.toArray())).size,
    async fileOf(fileId) {
      const file = await store.read(() => store.db.files.get(fileId))
      return file && new Blob([file.bytes], { type: file.type })
    },
    start() {
      isOn = true
      void resume(store, options.appName)
        .then(() => {
          if (!isOn) return
          engine ??= begin()
          engine.wake()
          return sweep(store, clock.now())
        })
        .then(changed)
        .catch((error: unknown) => !isOn || console.error('The outbox could not start', error))
    },
    stop,
    async lock() {
      await stop()
      await store.write(() => writeMeta(store.db, 'lockedAt', clock.now()))
    },
    flushNow: async (): Promise<RunEnd> => (engine ? engine.flush() : 'stopped'),
    close() {
      void stop().finally(() => {
        poke.close()
        store.close()
      })
    },
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
    ...(parts.locks === undefined ? {} : { locks: parts.locks }),
  }
}

async function factsOf(
  options: OutboxOptions,
  parts: OutboxParts,
  clock: Clock,
  command: Command,
): Promise<Facts> {
  return {
    country: options.country,
    now: clock.now(),
    services: (await options.services?.()) ?? null,
    documents: (await parts.documentsOf?.(command)) ?? null,
  }
}

async function storedStatus(store: Store, clock: Clock): Promise<Omit<OutboxStatus, 'network'>> {
  const { counters, lease, pausedFor, lastAckAt } = await readAllMeta(store.db)
  return {
    waiting: counters.entries,
    filesWaiting: counters.files,
    needsYou: counters.needsYou,
    bytesWaiting: counters.bytes,
    isSending: lease !== null && lease.expiresAt > clock.now(),
    pausedFor,
    lastSentAt: lastAckAt,
  }
}
