import Dexie from 'dexie'
import { IDBFactory, IDBKeyRange, IDBObjectStore } from 'fake-indexeddb'
import { vi } from 'vitest'
import type { Outbox, OutboxOptions, RunResult } from '#src/offline/model/api/outbox-api.ts'
import { type Clock, deviceClock } from '#src/offline/model/clock.ts'
import type { Command, HistoryFields, NewFile } from '#src/offline/model/command.ts'
import { newId } from '#src/offline/model/ids.ts'
import type { PageEvents, WakeUp } from '#src/offline/model/page-events.ts'
import type { Scope } from '#src/offline/model/scope.ts'
import { type OfflineParts, openOffline } from '#src/offline/offline.ts'
import { createOutbox, type OutboxParts } from '#src/offline/outbox.ts'
import type { DeviceStorage } from '#src/offline/storage/outbox-db.ts'
import { openStore, type Store } from '#src/offline/storage/store.ts'

// Dexie observes queries only with a process-wide IndexedDB.
Object.assign(Dexie.dependencies, { indexedDB: new IDBFactory(), IDBKeyRange })

/** The storage of one phone; its contents outlive pages. */
export const aPhone = (): Required<DeviceStorage> => ({ indexedDB: new IDBFactory(), IDBKeyRange })

/**
 * A disk that can be full for the outboxes: writes fail and deletes still work, as in a browser over its quota. Or it has
 * space for everything but larger files. `vi.restoreAllMocks` frees the space.
 */
export function aDisk(): { isFull: boolean; fileBytesMax: number } {
  const disk = { isFull: false, fileBytesMax: Number.POSITIVE_INFINITY }
  for (const method of ['put', 'add'] as const) {
    const real = IDBObjectStore.prototype[method]
    vi.spyOn(IDBObjectStore.prototype, method).mockImplementation(function (this: IDBObjectStore, ...args) {
      const { name } = this.transaction.db
      const bytes = this.name === 'files' ? ((args[0] as { bytes?: ArrayBuffer }).bytes?.byteLength ?? 0) : 0
      if ((disk.isFull || bytes > disk.fileBytesMax) && /^wheelbook-(shop-)?outbox/.test(name))
        throw new DOMException('full', 'QuotaExceededError')
      return real.apply(this, args)
    })
  }
  return disk
}

/** The Web Locks of one device. */
export function aLockManager(): LockManager {
  const held = new Set<string>()
  const request = async (name: string, _options: LockOptions, work: (lock: unknown) => Promise<unknown>) => {
    if (held.has(name)) return work(null)
    held.add(name)
    try {
      return await work({ name })
    } finally {
      held.delete(name)
    }
  }
  return { request } as unknown as LockManager
}

/** Page events fired by a test. */
export function aPage() {
  const listeners: { wake: (why: WakeUp) => void; leave: () => void }[] = []
  const events: PageEvents = {
    isVisible: () => true,
    isOffline: () => false,
    listen(wake, leave) {
      const listener = { wake, leave }
      listeners.push(listener)
      return () => listeners.splice(listeners.indexOf(listener), 1)
    },
  }
  return {
    events,
    wake(why: WakeUp) {
      for (const listener of listeners) listener.wake(why)
    },
    leave() {
      for (const listener of listeners) listener.leave()
    },
  }
}

export interface OpenedPage {
  outbox: Outbox
  store: Store
  page: ReturnType<typeof aPage>
  close(): void
}

export interface PageSetup extends Partial<OutboxOptions>, OutboxParts {}

/** Opens the app's outbox on a phone, by default as user 7 of fleet 3 and without backoff. */
export async function openPage(phone: DeviceStorage, setup: PageSetup = {}): Promise<OpenedPage> {
  const page = aPage()
  const clock: Clock = setup.clock ?? deviceClock
  const options = optionsOf(setup)
  const store = await openStore(options, clock, phone)
  const outbox = createOutbox(
    options,
    { random: () => 0, page: page.events, locks: null, ...setup, storage: phone },
    store,
  )
  return { outbox, store, page, close: () => outbox.close() }
}

/** The same with the cache. */
export function openApp(phone: DeviceStorage, setup: PageSetup & OfflineParts = {}) {
  const page = aPage()
  const parts = { random: () => 0, page: page.events, locks: null, ...setup, storage: phone }
  return openOffline(optionsOf(setup), parts)
}

function optionsOf(setup: PageSetup): OutboxOptions & Scope {
  return {
    tenantId: setup.tenantId ?? 3,
    userId: setup.userId ?? 7,
    country: setup.country ?? 'US',
    appName: 'wheelbook',
    appVersion: 'test',
    baseUrl: setup.baseUrl ?? 'http://127.0.0.1:9',
    ...(setup.services ? { services: setup.services } : {}),
    ...(setup.timeZone ? { timeZone: setup.timeZone } : {}),
  }
}

export const historyFields = (change: Partial<HistoryFields> = {}): HistoryFields => ({
  vehicle_id: 5,
  odometer: 48_210,
  date_of_completion: '2025-06-30',
  custom_shop_name: 'Harbour Road Garage',
  vehicle_services: [{ service_definition_id: 11, price: '129.95' }],
  ...change,
})

type Create = Extract<Command, { kind: 'history.create' }>

/** Maintenance of vehicle 5 as a user enters it. */
export const aHistory = (change: Partial<HistoryFields> = {}, files: NewFile[] = []): Create => ({
  kind: 'history.create',
  id: newId(),
  payload: historyFields(change),
  files,
})

/** A PDF of `size` bytes. */
export function aPdf(name = 'invoice.pdf', size = 2_000, seed = 1): NewFile {
  const bytes = new Uint8Array(size)
  for (let i = 0; i < size; i++) bytes[i] = 97 + ((i * 7 + seed * 13) % 26)
  bytes.set(new TextEncoder().encode('%PDF-1.4\n'))
  bytes.set(new TextEncoder().encode('\n%%EOF\n'), size - 7)
  return { id: newId(), name, type: 'application/pdf', bytes: bytes.buffer }
}

/** Runs until the queue is empty, or a run ends with the awaited result. */
export async function drain(
  outbox: Outbox,
  until: RunResult = 'empty',
  withinMs = 10_000,
): Promise<RunResult> {
  const deadline = Date.now() + withinMs
  for (;;) {
    const end = await outbox.flushNow()
    if (end === until || Date.now() > deadline) return end
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}
