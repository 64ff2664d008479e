import type { EntityTable } from 'dexie'
import * as z from 'zod/mini'
import { ServiceDefinition } from '#contract/catalog/services.ts'
import { Shop } from '#contract/catalog/shops.ts'
import type { SyncType } from '#contract/home/sync.ts'
import { ManualHistory, OrderHistory } from '#contract/maintenance/history-record.ts'
import { Interval } from '#contract/maintenance/intervals.ts'
import { VehicleSchedule } from '#contract/maintenance/vehicle-schedule.ts'
import { GloveboxItem } from '#contract/vehicles/glovebox.ts'
import { ModelRecalls } from '#contract/vehicles/recalls.ts'
import { TelematicsSnapshot } from '#contract/vehicles/telematics.ts'
import { Vehicle } from '#contract/vehicles/vehicles.ts'
import { nextTask } from '#src/offline/model/next-task.ts'
import type { CacheDb } from '#src/offline/storage/cache-db.ts'
import { dropFiles } from './drop-files.ts'
import { addReceived, receivedKeys } from './resync.ts'

/** A page of changes, parsed loosely: types that this build does not know are skipped. */
export const SyncPage = z.object({
  changes: z.array(
    z.object({
      type: z.string(),
      id: z.string(),
      data: z.optional(z.unknown()),
      deleted: z.optional(z.boolean()),
    }),
  ),
  next: z.string(),
  hasMore: z.boolean(),
  /** The server has changes that it does not return yet. */
  withheld: z.optional(z.boolean()),
})
export type SyncPage = z.infer<typeof SyncPage>
type SyncChange = SyncPage['changes'][number]

interface SyncTable {
  table: keyof CacheDb & string
  schema: z.ZodMiniType
  /** Converts the change's text id to the key of the table. */
  key: (id: string) => string | number
  /**
   * Rows of the user's own writes have a revision: an older one never replaces a newer one (docs/offline.md row 34).
   */
  hasRev?: true
  /** Rows have documents, whose files may be cached. */
  hasFiles?: true
}

const SYNC_TABLES: Record<SyncType, SyncTable> = {
  vehicle: { table: 'vehicles', schema: Vehicle, key: Number },
  interval: { table: 'intervals', schema: Interval, key: Number },
  schedule: { table: 'schedules', schema: VehicleSchedule, key: Number },
  telematics: { table: 'telematics', schema: TelematicsSnapshot, key: Number },
  recall: { table: 'recalls', schema: ModelRecalls, key: Number },
  glovebox_item: { table: 'glovebox_items', schema: GloveboxItem, key: String, hasRev: true, hasFiles: true },
  manual_history: { table: 'histories', schema: ManualHistory, key: String, hasRev: true, hasFiles: true },
  order_history: { table: 'orders', schema: OrderHistory, key: Number, hasFiles: true },
  service: { table: 'services', schema: ServiceDefinition, key: Number },
  favorite_shop: { table: 'shops', schema: Shop, key: Number },
}

/** Tables filled by the server's changes, without the cached files. */
export const SYNCED_TABLES = Object.values(SYNC_TABLES).map((syncTable) => syncTable.table)

/** Rows of other tables may have another key. */
interface Identified {
  id: string | number
}

interface Revised {
  id: string
  rev: number
}

/** The validated changes of one table. */
interface TableChanges {
  syncTable: SyncTable
  /** Keys of deleted rows. */
  gone: (string | number)[]
  rows: { id: string; row: unknown }[]
}

export interface ReadChanges {
  tables: TableChanges[]
  /** The number of rows that do not match the contract; they are skipped. */
  unreadable: number
}

/** Maximum duration of one task, after which the page can respond. */
const SLICE_MS = 8
/** Number of rows that one task writes to the database. From 50 rows on, Dexie reports a change of the whole table. */
const WRITTEN_ROWS = 100

/** Validates changes in short tasks, so that the page stays responsive during a first sync of many rows. */
export async function readChanges(changes: readonly SyncChange[]): Promise<ReadChanges> {
  const tables = new Map<string, TableChanges>()
  let unreadable = 0
  let until = performance.now() + SLICE_MS
  for (const { type, id, data, deleted } of changes) {
    if (performance.now() > until) {
      await nextTask()
      until = performance.now() + SLICE_MS
    }
    const syncTable = Object.hasOwn(SYNC_TABLES, type) ? SYNC_TABLES[type as SyncType] : undefined
    if (!syncTable) continue
    const table = tables.get(type) ?? { syncTable, gone: [], rows: [] }
    tables.set(type, table)
    const read = deleted ? undefined : z.safeParse(syncTable.schema, data)
    if (!read) table.gone.push(syncTable.key(id))
    else if (read.success) table.rows.push({ id, row: read.data })
    else unreadable += 1
  }
  return { tables: [...tables.values()], unreadable }
}

/**
 * Writes changes into the cache, within one transaction with the cursor. Each request to the database is a task of its
 * own.
 * @param deletedHere entities whose deletion from this device was acknowledged; an older page does not restore them
 */
export async function applyChanges(
  db: CacheDb,
  { tables }: ReadChanges,
  deletedHere: ReadonlySet<string>,
): Promise<void> {
  // None during a first sync, which then reads nothing before it writes.
  const areFilesCached = (await db.docBlobs.count()) > 0
  for (const { syncTable, gone, rows } of tables) {
    const table = db.table(syncTable.table)
    const received = await receivedKeys(db, syncTable.table)
    // A resync drops no file: the device may have to send it again to a restored server.
    const hasFiles = areFilesCached && syncTable.hasFiles === true && received === null
    if (hasFiles) await dropFiles(db, await table.bulkGet(gone), [], 'pull')
    if (gone.length > 0) await table.bulkDelete(gone)
    const current = rows.filter(({ id }) => !deletedHere.has(id))
    const wanted = current.map(({ row }) => row as Identified)
    for (let at = 0; at < wanted.length; at += WRITTEN_ROWS) {
      const some = wanted.slice(at, at + WRITTEN_ROWS)
      const fresh: Identified[] = syncTable.hasRev
        ? await notOlder(db.table(syncTable.table), some as Revised[], received)
        : some
      if (hasFiles) await dropFiles(db, await table.bulkGet(fresh.map(({ id }) => id)), fresh, 'pull')
      if (fresh.length > 0) await table.bulkPut(fresh)
    }
    if (received)
      await addReceived(
        db,
        syncTable.table,
        current.map(({ id }) => syncTable.key(id)),
      )
  }
}

/**
 * The rows that are not older than the cached revision. One from before a resync does not count: the revisions of a
 * restored server are lower.
 */
async function notOlder(
  table: EntityTable<Revised, 'id'>,
  rows: Revised[],
  received: ReadonlySet<string | number> | null,
): Promise<Revised[]> {
  const held = await table.bulkGet(rows.map((row) => row.id))
  const counts = ({ id }: Revised) => received === null || received.has(id)
  return rows.filter((row, i) => !counts(row) || row.rev >= (held[i]?.rev ?? 0))
}
