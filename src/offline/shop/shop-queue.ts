import type { ServiceDefinition } from '#contract/catalog/services.ts'
import type { ShopOrder } from '#contract/orders/shop-order.ts'
import { deviceClock } from '#src/offline/model/clock.ts'
import { StorageBlocked } from '#src/offline/model/errors.ts'
import { newId } from '#src/offline/model/ids.ts'
import { createWatched, type Live, type Watched } from '#src/offline/model/live.ts'
import { pageEvents } from '#src/offline/model/page-events.ts'
import { awaitCertainOutcome } from '#src/offline/queue/enqueue/save-outcome.ts'
import { createLiveQuery } from '#src/offline/storage/live-query.ts'
import { isDue } from '#src/offline/transport/backoff.ts'
import { fetchTransport } from '#src/offline/transport/transport.ts'
import { bestTransport } from '#src/offline/transport/upload-transport.ts'
import { readShopMeta, type ShopDb, type ShopFileRow, type ShopKind, type ShopOp, shopDb } from './shop-db.ts'
import { attempt, headOf, type ShopSender } from './shop-send.ts'

/** The order's data on this device. */
export interface ShopState {
  /** The server's latest version; null: never loaded on this device. */
  order: ShopOrder | null
  /** Queued or refused entries, in order. */
  ops: ShopOp[]
  /** The services available for the vehicle; empty until loaded once. */
  services: ServiceDefinition[]
  /** Why nothing is sent: 'not_signed_in', 'shop_link_revoked' or 'shop_link_expired'; null: not blocked. */
  blockedBy: string | null
}

/**
 * The queue of one order on a shop's device. An entry is on disk before it is reported as saved. Entries are sent in
 * order, each under its own key until the server responds. Only a response or the user removes an entry.
 */
export interface ShopQueue {
  state: Live<ShopState>
  network: Watched<'online' | 'offline'>
  /**
   * Stores an entry and its new files. Resolves when they are certainly on disk and rejects when they certainly are
   * not, however long storage takes.
   */
  enter(
    kind: Exclude<ShopKind, 'file'>,
    body: Record<string, unknown>,
    fileIds: readonly string[],
  ): Promise<void>
  /** Stores a file before its entry is made, so that closing the form loses none. */
  storeFile(file: ShopFileRow): Promise<void>
  fileOf(id: string): Promise<ShopFileRow | undefined>
  /** Lines of the estimate form as stored by an earlier build. */
  readEarlyDraft(): Promise<unknown>
  /** Removes a refused entry with its files. Call it only on user action. */
  discard(op: ShopOp): Promise<void>
  /** Stores the server's current order and removes the block. */
  storeOrder(order: ShopOrder): Promise<void>
  storeServices(services: ServiceDefinition[]): Promise<void>
  /** Blocks sending, for good or until the link is opened again. */
  block(code: string): Promise<void>
  start(): void
  nudge(): void
}

const ROUND_MS = 30_000

export function openShopQueue(orderId: number, appName: string): ShopQueue {
  const db = shopDb(orderId)
  const page = pageEvents()
  const clock = deviceClock
  const network = createWatched<'online' | 'offline'>(page.isOffline() ? 'offline' : 'online')
  const fetched = fetchTransport(clock, (...request) => fetch(...request))
  const sender: ShopSender = {
    db,
    orderId,
    appName,
    clock,
    isVisible: page.isVisible,
    async transport(...request) {
      const outcome = await bestTransport(fetched, clock)(...request)
      if (outcome !== 'stopped') network.set(typeof outcome === 'string' ? 'offline' : 'online')
      return outcome
    },
  }
  const pump = createPump(sender, page)

  return {
    network,
    state: createLiveQuery(
      async () => ({
        order: await readOrder(db),
        services: (await readShopMeta(db, 'services')) ?? [],
        ops: await db.ops.orderBy('seq').toArray(),
        blockedBy: await readShopMeta(db, 'barred'),
      }),
      async (work) => work(),
    ),
    async enter(kind, body, fileIds) {
      const entry = { id: newId(), kind, body, fileIds }
      let hasBegun = false
      const work = db.transaction('rw', db.ops, db.files, db.meta, async () => {
        hasBegun = true
        await addEntry(db, entry)
      })
      await awaitCertainOutcome(clock, {
        work: work.then(
          () => savedAs(entry.id),
          (error: unknown) => {
            throw new StorageBlocked(error)
          },
        ),
        hasBegun: () => hasBegun,
        look: () => findEntry(orderId, entry.id),
      })
      pump.wake()
    },
    storeFile: async (file) => void (await db.files.put(file)),
    fileOf: (id) => db.files.get(id),
    readEarlyDraft: () => readShopMeta(db, 'draft'),
    async discard(op) {
      await db.transaction('rw', db.ops, db.files, async () => {
        const files = await db.ops.where('parentId').equals(op.id).toArray()
        for (const file of files) await db.files.delete(String(file.body.fileId))
        await db.ops.bulkDelete([op.seq, ...files.map(({ seq }) => seq)])
      })
      pump.wake()
    },
    async storeOrder(order) {
      network.set('online')
      await db.transaction('rw', db.meta, async () => {
        await db.meta.put({ k: 'order', v: order })
        await db.meta.delete('barred')
      })
      pump.wake()
    },
    storeServices: async (services) => void (await db.meta.put({ k: 'services', v: services })),
    block: async (code) => void (await db.meta.put({ k: 'barred', v: code })),
    start: pump.start,
    nudge: pump.nudge,
  }
}

/** Reads the stored order. A copy stored by an earlier build has no list of rejected services and no proposed time. */
async function readOrder(db: ShopDb): Promise<ShopOrder | null> {
  const order: (Omit<ShopOrder, 'rejected_lines' | 'proposed_datetime'> & Partial<ShopOrder>) | null =
    await readShopMeta(db, 'order')
  return (
    order && {
      ...order,
      rejected_lines: order.rejected_lines ?? [],
      proposed_datetime: order.proposed_datetime ?? null,
    }
  )
}

interface Entry {
  id: string
  kind: Exclude<ShopKind, 'file'>
  body: Record<string, unknown>
  fileIds: readonly string[]
}

const ENTERED_KEPT = 20

/** Within a transaction over all tables. */
async function addEntry(db: ShopDb, { id, kind, body, fileIds }: Entry): Promise<void> {
  const entered = (await readShopMeta(db, 'entered')) ?? []
  await db.meta.put({ k: 'entered', v: [...entered, id].slice(-ENTERED_KEPT) })
  if (kind === 'estimate') await db.meta.delete('draft')
  if (await isQueuedAlready(db, kind, body)) return
  if (kind === 'estimate') await removeReplaced(db, fileIds)
  await db.ops.add(opOf(id, kind, body, null))
  for (const fileId of fileIds) {
    const isThere = await db.files.get(fileId)
    const isInLine = (await db.ops.toArray()).some((op) => op.body.fileId === fileId)
    if (isThere && !isInLine) await db.ops.add(opOf(newId(), 'file', { fileId }, id))
  }
}

const savedAs = (id: string) => ({ opId: id, entityId: id })

/** Looks for the trace of an entry on a separate connection, because the first one may be unresponsive. */
async function findEntry(orderId: number, id: string) {
  const db = shopDb(orderId)
  try {
    const entered = (await readShopMeta(db, 'entered')) ?? []
    return entered.includes(id) ? savedAs(id) : null
  } finally {
    db.close()
  }
}

type NewOp = Omit<ShopOp, 'seq'> & { seq: number }
const opOf = (id: string, kind: ShopKind, body: Record<string, unknown>, parentId: string | null) =>
  ({
    id,
    kind,
    body,
    parentId,
    enteredAt: Date.now(),
    attempts: 0,
    nextAt: 0,
    refused: null,
  }) as unknown as NewOp

/** Whether the same entry is already queued: a double tap must not add it twice. */
async function isQueuedAlready(db: ShopDb, kind: ShopKind, body: Record<string, unknown>): Promise<boolean> {
  const said = JSON.stringify(body)
  const ops = await db.ops.toArray()
  return ops.some((op) => op.kind === kind && !op.refused && JSON.stringify(op.body) === said)
}

/** An estimate is complete, so it replaces earlier estimates that were never sent or were refused. */
async function removeReplaced(db: ShopDb, fileIds: readonly string[]): Promise<void> {
  const old = (await db.ops.toArray()).filter(
    (op) => op.kind === 'estimate' && (op.attempts === 0 || op.refused),
  )
  for (const estimate of old) {
    const files = await db.ops.where('parentId').equals(estimate.id).toArray()
    for (const file of files)
      if (!fileIds.includes(String(file.body.fileId))) await db.files.delete(String(file.body.fileId))
    await db.ops.bulkDelete([estimate.seq, ...files.map(({ seq }) => seq)])
  }
}

/**
 * Sends the queue one entry at a time: on each entry, when page or network return, when a retry is due, and every 30 s.
 */
function createPump(sender: ShopSender, page: ReturnType<typeof pageEvents>) {
  const { db, clock, orderId } = sender
  let stopping = new AbortController()
  let isBusy = false
  let isWanted = false
  let cancel = () => {}

  async function drain(): Promise<number> {
    for (;;) {
      if (stopping.signal.aborted || (await readShopMeta(db, 'barred'))) return ROUND_MS
      const head = await headOf(db)
      if (!head) return ROUND_MS
      if (!isDue(head.nextAt, clock.now())) return head.nextAt - clock.now()
      if ((await attempt(sender, head, stopping.signal)) === 'barred') return ROUND_MS
    }
  }

  /** Runs in one tab at a time. Without Web Locks, the server's idempotency keys prevent duplicates. */
  async function asOnlyTab(): Promise<number> {
    const locks = globalThis.navigator?.locks
    if (!locks) return drain()
    return locks.request(`wheelbook-shop:${orderId}`, { ifAvailable: true }, (lock) =>
      lock ? drain() : ROUND_MS,
    )
  }

  async function wake(): Promise<void> {
    isWanted = true
    if (isBusy) return
    isBusy = true
    cancel()
    let waitMs = ROUND_MS
    while (isWanted) {
      isWanted = false
      waitMs = await asOnlyTab().catch((error: unknown) => {
        console.error('What waits could not be sent', error)
        return ROUND_MS
      })
    }
    isBusy = false
    cancel = clock.after(Math.min(waitMs, ROUND_MS), () => void wake())
  }

  async function nudge(): Promise<void> {
    if (stopping.signal.aborted) stopping = new AbortController()
    await db.ops.toCollection().modify({ nextAt: 0 })
    await wake()
  }

  return {
    wake: () => void wake(),
    nudge: () => void nudge(),
    start() {
      page.listen(
        (why) => void (why === 'offline' ? undefined : nudge()),
        () => stopping.abort(),
      )
      void wake()
    },
  }
}
