import Dexie, { type DexieOptions, type EntityTable } from 'dexie'
import type { OpRow } from '#src/offline/model/op-row.ts'
import { outboxName, type Scope } from '#src/offline/model/scope.ts'

/** A file that waits. Written once, never re-saved: old WebKits lose bytes of records that are (docs/offline.md row 12). */
export interface FileRow {
  /** Id of the document that it becomes; the operation that sends it names it in its payload. */
  id: string
  name: string
  type: string
  size: number
  sha256: string
  bytes: ArrayBuffer
}

/** What a server has acknowledged is remembered for so long. */
export const RECEIPT_RETENTION_MS = 30 * 86_400_000

/** Proof of what the server took, kept for 30 days. */
export interface ReceiptRow {
  /** The operation. */
  id: string
  kind: string
  entityId: string
  status: number
  /** Revision that the server gave; null where the answer has none. */
  rev: number | null
  ackedAt: number
  /** The operation as it was sent, an `OpRow` without its file: it is sent again to a server that lost it (row 33). */
  op?: unknown
}

/** One value of `meta.ts`, which knows what it is. */
export interface MetaRow {
  k: string
  v: unknown
}

export interface LogRow {
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

/** Where databases live; tests hand in a device of their own. */
export type DeviceStorage = Pick<DexieOptions, 'indexedDB' | 'IDBKeyRange'>

/**
 * The outbox's database: the only place that states its schema. Versions only ever add (docs/offline.md row 20), commits
 * are durable before they count ('strict', row 6), and nothing here or elsewhere clears or deletes it.
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
