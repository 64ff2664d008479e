import type { Outbox, OutboxStatus } from './model/api/outbox-api.ts'
import type { Clock } from './model/clock.ts'
import { combineWithValue, type Watched } from './model/live.ts'
import { type OpRow, trayItemOf } from './model/op-row.ts'
import { needsUserAction, OP_STATES } from './model/states.ts'
import { countUnsent, NO_UNSENT, type UnsentCount, unsentOf } from './model/unsent-count.ts'
import { groupByTrayItem } from './queue/actions/discard.ts'
import { openDuplicateWarnings } from './queue/duplicate-warnings.ts'
import { recentReceipts, unsentKeys, waitingEntries } from './queue/waiting-entries.ts'
import { exportRows, withOwnConnection } from './storage/export.ts'
import { createLiveQuery } from './storage/live-query.ts'
import { readAllMeta, readMeta } from './storage/meta.ts'
import { type DeviceStorage, filesOfItems, type OutboxDb, outboxDb } from './storage/outbox-db.ts'
import type { Store } from './storage/store.ts'

type Reads = Pick<
  Outbox,
  | 'duplicateWarnings'
  | 'entries'
  | 'exportEntries'
  | 'fileOf'
  | 'hasEverStored'
  | 'oldestAt'
  | 'pendingCount'
  | 'receipts'
  | 'status'
  | 'unsent'
  | 'unsentCount'
  | 'unsentKeys'
>

interface ReadParts {
  store: Store
  clock: Clock
  network: Watched<OutboxStatus['network']>
  storage: DeviceStorage | undefined
}

/** What screens and exports read from the outbox. */
export function createReads({ store, clock, network, storage }: ReadParts): Reads {
  const { db, read } = store
  const live = <T>(query: () => Promise<T>) => createLiveQuery(query, read)
  return {
    status: combineWithValue(
      live(() => readStatus(store, clock)),
      network,
      (stored, now) => ({ ...stored, network: now }),
    ),
    entries: live(() => waitingEntries(db)),
    receipts: live(() => recentReceipts(db)),
    duplicateWarnings: live(() => openDuplicateWarnings(db, clock.now())),
    oldestAt: live(async () => (await db.ops.orderBy('id').first())?.occurredAt ?? null),
    hasEverStored: () => read(async () => (await readMeta(db, 'seq')) !== 0),
    unsentKeys: (limit) => read(() => unsentKeys(db, limit)),
    unsent: async () => unsentOf(await read(() => db.ops.toArray())),
    unsentCount: async () => countUnsent(await read(() => db.ops.toArray())),
    pendingCount: async () => groupByTrayItem(await read(() => db.ops.toArray())).size,
    async fileOf(fileId) {
      const file = await read(() => db.files.get(fileId))
      return file && new Blob([file.bytes], { type: file.type })
    },
    exportEntries: (opIds) =>
      read(() => exportRows(db, opIds)).catch(() =>
        withOwnConnection(outboxDb(store.scope, storage), (own) => exportRows(own, opIds)),
      ),
  }
}

async function readStatus(store: Store, clock: Clock): Promise<Omit<OutboxStatus, 'network'>> {
  const { counters, lease, pausedFor, lastAckAt } = await readAllMeta(store.db)
  const isMixed = counters.needsYou > 0 && counters.entries + counters.files > 0
  return {
    waiting: counters.entries,
    filesWaiting: counters.files,
    needsYou: counters.needsYou,
    needsYouFiles: counters.needsYouFiles,
    listedWithNeedsYou: isMixed ? await countListedWith(store.db) : NO_UNSENT,
    bytesWaiting: counters.bytes,
    isSending: lease !== null && lease.expiresAt > clock.now(),
    pausedFor,
    lastSentAt: lastAckAt,
  }
}

/** Counts what waits among the entries, with their files, of which some need the user. */
async function countListedWith(db: OutboxDb): Promise<UnsentCount> {
  const states = OP_STATES.filter(needsUserAction)
  const needing = await db.ops.where('state').anyOf(states).toArray()
  const leads = [...new Set(needing.map(trayItemOf))]
  const entries = await db.ops.bulkGet(leads)
  const files = await filesOfItems(db, leads)
  const isWaiting = (op: OpRow | undefined) => op !== undefined && !needsUserAction(op.state)
  return { entries: entries.filter(isWaiting).length, files: files.filter(isWaiting).length }
}
