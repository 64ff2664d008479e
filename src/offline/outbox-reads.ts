import type { Outbox, OutboxStatus } from './model/api/outbox-api.ts'
import type { Clock } from './model/clock.ts'
import { combineWithValue, type Watched } from './model/live.ts'
import { countUnsent } from './model/unsent-count.ts'
import { linesOf } from './queue/actions/discard.ts'
import { openDuplicateWarnings } from './queue/duplicate-warnings.ts'
import { recentReceipts, unsentKeys, waitingEntries } from './queue/waiting-entries.ts'
import { exportRows, withOwnConnection } from './storage/export.ts'
import { createLiveQuery } from './storage/live-query.ts'
import { readAllMeta, readMeta } from './storage/meta.ts'
import { type DeviceStorage, outboxDb } from './storage/outbox-db.ts'
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
    unsentCount: async () => countUnsent(await read(() => db.ops.toArray())),
    pendingCount: async () => linesOf(await read(() => db.ops.toArray())).size,
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
