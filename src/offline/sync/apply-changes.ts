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
import type { CacheDb } from '#src/offline/storage/cache-db.ts'

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
}

const SYNC_TABLES: Record<SyncType, SyncTable> = {
  vehicle: { table: 'vehicles', schema: Vehicle, key: Number },
  interval: { table: 'intervals', schema: Interval, key: Number },
  schedule: { table: 'schedules', schema: VehicleSchedule, key: Number },
  telematics: { table: 'telematics', schema: TelematicsSnapshot, key: Number },
  recall: { table: 'recalls', schema: ModelRecalls, key: Number },
  glovebox_item: { table: 'glovebox_items', schema: GloveboxItem, key: String, hasRev: true },
  manual_history: { table: 'histories', schema: ManualHistory, key: String, hasRev: true },
  order_history: { table: 'orders', schema: OrderHistory, key: Number },
  service: { table: 'services', schema: ServiceDefinition, key: Number },
  favorite_shop: { table: 'shops', schema: Shop, key: Number },
}

/** Tables filled by the server's changes, without the cached files. */
export const SYNCED_TABLES = Object.values(SYNC_TABLES).map((shelf) => shelf.table)

interface Revised {
  id: string
  rev: number
}

/**
 * Writes changes into the cache, within one transaction with the cursor.
 * @param deletedHere entities whose deletion from this device was acknowledged; an older page does not restore them
 * @returns the number of rows that do not match the contract; they are skipped
 */
export async function applyChanges(
  db: CacheDb,
  changes: readonly SyncChange[],
  deletedHere: ReadonlySet<string>,
): Promise<number> {
  let unreadable = 0
  for (const [type, shelf] of Object.entries(SYNC_TABLES)) {
    const mine = changes.filter((change) => change.type === type)
    if (mine.length === 0) continue
    const gone = mine.filter((change) => change.deleted).map((change) => shelf.key(change.id))
    const rows: unknown[] = []
    for (const change of mine) {
      if (change.deleted || deletedHere.has(change.id)) continue
      const read = z.safeParse(shelf.schema, change.data)
      if (read.success) rows.push(read.data)
      else unreadable += 1
    }
    const table = db.table(shelf.table)
    if (gone.length > 0) await table.bulkDelete(gone)
    const fresh = shelf.hasRev ? await notOlder(db.table(shelf.table), rows as Revised[]) : rows
    if (fresh.length > 0) await table.bulkPut(fresh)
  }
  return unreadable
}

/** The rows that are not older than the cached revision. */
async function notOlder(table: EntityTable<Revised, 'id'>, rows: Revised[]): Promise<Revised[]> {
  const held = await table.bulkGet(rows.map((row) => row.id))
  return rows.filter((row, i) => row.rev >= (held[i]?.rev ?? 0))
}
