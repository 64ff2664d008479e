import type { ServiceDefinition } from '#contract/catalog/services.ts'
import type { ShopOrder } from '#contract/orders/shop-order.ts'
import type { OutboxStatus, Saved } from '#src/offline/model/api/outbox-api.ts'
import { deviceClock } from '#src/offline/model/clock.ts'
import { FilesMissing } from '#src/offline/model/errors.ts'
import { newId, orderEntityId } from '#src/offline/model/ids.ts'
import type { Live, Watched } from '#src/offline/model/live.ts'
import { shopScope } from '#src/offline/model/scope.ts'
import { discardInTransaction } from '#src/offline/queue/actions/discard.ts'
import { awaitCertainOutcome } from '#src/offline/queue/enqueue/save-outcome.ts'
import { createSaveTrace, findSaved, type SaveTrace } from '#src/offline/queue/enqueue/save-trace.ts'
import { readEntities } from '#src/offline/queue/existing.ts'
import { changeQueue, note } from '#src/offline/queue/working-queue.ts'
import type { SenderControl } from '#src/offline/sender/sender-control.ts'
import { withOwnConnection } from '#src/offline/storage/export.ts'
import { createLiveQuery } from '#src/offline/storage/live-query.ts'
import { readMeta, writeMeta } from '#src/offline/storage/meta.ts'
import { type FileRow, outboxDb } from '#src/offline/storage/outbox-db.ts'
import { toStorageBlocked } from '#src/offline/storage/storage-errors.ts'
import { openStore, type Store } from '#src/offline/storage/store.ts'
import { takeOverEarlierQueue } from './earlier-queue.ts'
import { openShopSender } from './open-shop-sender.ts'
import { planShopEntry } from './plan-shop-entry.ts'
import { handOverFiles } from './shared-files.ts'
import { claimShopPage, deleteUnusedFiles, type FormDrafts, formFileTest } from './shop-files.ts'
import { hasFile, readBlockedBy, readOrder, readShopMeta, storeOrder, writeShopMeta } from './shop-meta.ts'
import { type ShopKind, type ShopOp, toShopOps } from './shop-op.ts'
import { checkShopReceipts } from './shop-sender.ts'

/** One entry of a form, and the ids of its stored files. */
interface ShopEntry {
  kind: ShopKind
  body: Record<string, unknown>
  fileIds: readonly string[]
  /** Revision of the order that the user saw. Default: that of the order on this device. */
  orderRev?: number | undefined
}

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
 * The queue of one order on a shop's device: a second instance of the outbox, with entries of its own kinds. An entry
 * is on disk before it is reported as saved. Only a response or the user removes an entry.
 */
export interface ShopQueue {
  state: Live<ShopState>
  network: Watched<OutboxStatus['network']>
  /**
   * Stores entries with their new files in one transaction. Resolves when they are certainly on disk and rejects when
   * they certainly are not, however long storage takes.
   * @throws FilesMissing if neither this device nor the server has one of its files
   */
  enterAll(entries: readonly ShopEntry[]): Promise<void>
  /** Stores one entry, like `enterAll`. */
  enter(
    kind: ShopKind,
    body: Record<string, unknown>,
    fileIds: readonly string[],
    orderRev?: number,
  ): Promise<void>
  /** Stores a file before its entry is made, so that closing the form loses none. */
  storeFile(file: FileRow): Promise<void>
  fileOf(id: string): Promise<FileRow | undefined>
  /** Lines of the estimate form as stored by an earlier build. */
  readEarlyDraft(): Promise<unknown>
  /** Removes a refused entry and its files, except those that a form still holds. Call it only on user action. */
  discard(op: ShopOp): Promise<void>
  /**
   * Stores the order that `load` returns and continues sending if it was blocked. Ignores a response that is older than
   * one received meanwhile.
   */
  storeOrder(load: () => Promise<ShopOrder>): Promise<void>
  storeServices(services: ServiceDefinition[]): Promise<void>
  /** Blocks sending, permanently or until the link is opened again. */
  block(code: string): Promise<void>
  nudge(): void
  close(): void
}

/**
 * Opens the queue of an order and starts sending.
 * @throws StorageBlocked if the browser stores nothing
 */
export async function openShopQueue(
  orderId: number,
  appName: string,
  drafts: FormDrafts,
): Promise<ShopQueue> {
  const store = await openStore(shopScope(orderId), deviceClock)
  await takeOverEarlierQueue(store, orderId).catch((error: unknown) =>
    console.error('The queue of an earlier build could not be read', error),
  )
  const { sender, network } = openShopSender(store, appName)
  const releasePage = await claimShopPage(orderId, () => deleteUnusedFiles(store, drafts))
  sender.start()
  return {
    network,
    ...createShopReads(store),
    ...createShopWrites({ store, orderId, appName, sender, network, drafts }),
    close() {
      releasePage()
      sender.close()
    },
  }
}

function createShopReads(store: Store): Pick<ShopQueue, 'state' | 'fileOf' | 'readEarlyDraft'> {
  const { db, read } = store
  return {
    state: createLiveQuery(
      async () => ({
        order: await readOrder(db),
        services: (await readShopMeta(db, 'services')) ?? [],
        ops: toShopOps(await db.ops.toArray()),
        blockedBy: await readBlockedBy(db),
      }),
      read,
    ),
    fileOf: (id) => read(() => db.files.get(id)),
    readEarlyDraft: () => read(() => readShopMeta(db, 'draft')),
  }
}

interface WriteParts {
  store: Store
  orderId: number
  appName: string
  sender: SenderControl
  network: Watched<OutboxStatus['network']>
  drafts: FormDrafts
}

function createShopWrites({
  store,
  orderId,
  appName,
  sender,
  network,
  drafts,
}: WriteParts): Omit<ShopQueue, 'network' | 'close' | keyof ReturnType<typeof createShopReads>> {
  const { db } = store
  async function enterAll(entries: readonly ShopEntry[]): Promise<void> {
    const trace = createSaveTrace()
    const withIds = entries.map(({ kind, body, fileIds, orderRev }) => ({
      id: newId(),
      kind,
      body,
      orderRev,
      files: fileIds.map((id) => ({ id, opId: newId() })),
    }))
    await awaitCertainOutcome(deviceClock, {
      work: storeEntries(store, orderId, withIds, trace),
      hasBegun: () => trace.hasBegun,
      look: () =>
        withOwnConnection(outboxDb(store.scope), (own) => findSaved(own, trace, withIds[0]?.id ?? '')),
    })
    sender.changed()
  }
  return {
    enterAll,
    enter: (kind, body, fileIds, orderRev) => enterAll([{ kind, body, fileIds, orderRev }]),
    storeFile: (file) => store.write(async () => void (await db.files.put(file))),
    async discard(op) {
      await store.write(async () => {
        const isUsedByForm = await formFileTest(db, drafts)
        await changeQueue(db, await readEntities(db, [orderEntityId(orderId)]), (queue) => {
          const entry = queue.ops.get(op.id)
          if (entry) handOverFiles(queue, entry, () => true)
        })
        await discardInTransaction(db, [op.id], isUsedByForm)
      })
      sender.changed()
    },
    async storeOrder(load) {
      const known = await store.read(() => readOrder(db))
      const order = await load()
      network.set('online')
      await store.write(() => storeOrder(db, order, known?.rev ?? null))
      // The link works again: `start` lifts the pause.
      if ((await store.read(() => readMeta(db, 'pausedFor'))) !== null) sender.start()
      const end = await checkShopReceipts(store, orderId, appName)
      if (end === 'sent again' || end === 'no space') sender.changed()
    },
    storeServices: (services) => store.write(() => writeShopMeta(db, 'services', services)),
    block: (code) =>
      store.write(async () => {
        await writeShopMeta(db, 'blockedBy', code)
        await writeMeta(db, 'pausedFor', 'auth')
      }),
    nudge: sender.nudge,
  }
}

/** An entry as the form passes it on, with new ids. */
interface EnteredFields {
  id: string
  kind: ShopKind
  body: Record<string, unknown>
  files: readonly { id: string; opId: string }[]
  orderRev: number | undefined
}

/**
 * One durable transaction: the entries and their files, with the trace by which a save with a lost result is found.
 * @throws FilesMissing if neither this device nor the server has one of the files; otherwise the file would be missing
 * without notice
 */
async function storeEntries(
  store: Store,
  orderId: number,
  entries: readonly EnteredFields[],
  trace: SaveTrace,
): Promise<Saved> {
  const { db, scope } = store
  const enteredAt = deviceClock.now()
  const entityId = orderEntityId(orderId)
  const files = entries.flatMap((entry) => entry.files)
  const work = () =>
    store.write(async () => {
      trace.hasBegun = true
      const rows = new Map((await db.files.bulkGet(files.map(({ id }) => id))).map((row) => [row?.id, row]))
      const order = await readOrder(db)
      const gone = files.filter(({ id }) => !rows.has(id) && !hasFile(order, id))
      if (gone.length > 0) throw new FilesMissing(gone.map(({ id }) => id))
      await changeQueue(db, await readEntities(db, [entityId]), (queue) => {
        for (const entry of entries) {
          const stored = entry.files.flatMap(({ id, opId }) => {
            const row = rows.get(id)
            return row ? [{ opId, row }] : []
          })
          const orderRev = entry.orderRev ?? order?.rev ?? null
          planShopEntry(queue, {
            ...entry,
            files: stored,
            orderId,
            scope,
            appVersion: '',
            enteredAt,
            orderRev,
          })
          note(queue, `entered ${entry.kind}`, entry.id, trace.id)
        }
      })
      if (entries.some(({ kind }) => kind === 'estimate')) await db.meta.delete('draft')
      return { opId: entries[0]?.id ?? '', entityId }
    })
  return work().catch((error: unknown) => {
    throw toStorageBlocked(error)
  })
}
