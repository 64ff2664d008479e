import Dexie, { type DexieOptions, type EntityTable } from 'dexie'
import { fileIdOf, isWithoutBytes, type OpRow, trayItemOf } from '#src/offline/model/op-row.ts'
import { outboxName, type Scope } from '#src/offline/model/scope.ts'

/**
 * A queued file. Written once, never rewritten: old WebKits lose bytes of rewritten records (docs/offline.md row 12).
 */
export interface FileRow {
  /** Id of the future document; the payload of its operation names it. */
  id: string
  name: string
  type: string
  size: number
  sha256: string
  bytes: ArrayBuffer
}

/** How long acknowledgements are remembered. */
export const RECEIPT_RETENTION_MS = 30 * 86_400_000

/** Record of an acknowledged operation, kept for 30 days. */
export interface ReceiptRow {
  /** The operation. */
  id: string
  kind: string
  entityId: string
  status: number
  /** Revision from the server; null if the response has none. */
  rev: number | null
  ackedAt: number
  /** The operation as it was sent, an `OpRow` without its file; sent again if the server loses it (row 33). */
  op?: unknown
}

/** One value of `Meta`, which defines its type. */
export interface MetaRow {
  k: string
  v: unknown
}

interface LogRow {
  n: number
  at: number
  event: string
  opId?: string
  note?: string
}

export type OutboxDb = Dexie & {
  ops: EntityTable<OpRow, 'id'>
  files: EntityTable<FileRow, 'id'>
  receipts: EntityTable<ReceiptRow, 'id'>
  meta: EntityTable<MetaRow, 'k'>
  log: EntityTable<LogRow, 'n'>
  reserve: EntityTable<{ id: string; bytes: ArrayBuffer }, 'id'>
}

/** IndexedDB implementation; tests inject their own. */
export type DeviceStorage = Pick<DexieOptions, 'indexedDB' | 'IDBKeyRange'>

/**
 * The outbox database; the only place that defines its schema. Versions are additive (docs/offline.md row 20). Commits
 * are durable before they count ('strict', row 6). No code clears or deletes it.
 */
export function outboxDb(scope: Scope, storage: DeviceStorage = {}): OutboxDb {
  const db = new Dexie(outboxName(scope), { ...storage, chromeTransactionDurability: 'strict' }) as OutboxDb
  db.version(1).stores({
    ops: '&id, [queue+seq], entityId, vehicleId, state, parentId, *dependsOn',
    files: '&id',
    receipts: '&id, entityId, ackedAt',
    meta: '&k',
    log: '++n',
    reserve: '&id',
  })
  return db
}

/** The files of tray items. */
export async function filesOfItems(db: OutboxDb, items: readonly string[]): Promise<OpRow[]> {
  const [children, waiting] = await Promise.all([
    db.ops.where('parentId').anyOf(items).toArray(),
    db.ops.where('dependsOn').anyOf(items).toArray(),
  ])
  const files = [...children, ...waiting].filter((row) => row.parentId !== null)
  return [...new Map(files.map((row) => [row.id, row])).values()].filter((row) =>
    items.includes(trayItemOf(row)),
  )
}

/** Operations of files that wait for space. Some may be rows that this build cannot read. */
export const filesWithoutBytes = async (db: OutboxDb): Promise<OpRow[]> =>
  (await db.ops.where('state').equals('damaged').toArray()).filter(isWithoutBytes)

/** Ids of files whose only copy may be in the cache: the server lost them, and they are not in the queue yet. */
export const readFilesWithoutBytes = async (db: OutboxDb): Promise<ReadonlySet<string>> =>
  new Set((await filesWithoutBytes(db)).flatMap((op) => fileIdOf(op) ?? []))
