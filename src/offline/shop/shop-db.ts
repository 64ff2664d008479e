import Dexie, { type EntityTable } from 'dexie'
import type { ServiceDefinition } from '#contract/catalog/services.ts'
import type { ShopOrder } from '#contract/orders/shop-order.ts'

export type ShopKind =
  | 'confirm'
  | 'decline'
  | 'accept_time'
  | 'decline_time'
  | 'estimate'
  | 'complete'
  | 'invoice'
  | 'file'

/** An entry of the shop that the server has not acknowledged. */
export interface ShopOp {
  /** Position in the queue. */
  seq: number
  /** Idempotency key of every attempt. */
  id: string
  kind: ShopKind
  /** The request body; for a file, its id only. */
  body: Record<string, unknown>
  /** For a file: the entry that announces it. */
  parentId: string | null
  enteredAt: number
  attempts: number
  /** Time of the next attempt. */
  nextAt: number
  /** Why the server refused it; the user decides. */
  refused: { code: string } | null
}

export interface ShopFileRow {
  id: string
  name: string
  type: string
  size: number
  sha256: string
  bytes: ArrayBuffer
}

/** The server's latest order, why sending is blocked, and an estimate form stored by an earlier build. */
export interface ShopMeta {
  order: ShopOrder
  services: ServiceDefinition[]
  barred: string
  draft: unknown
  /** Ids of the latest entries, including arrived ones: shows whether a commit with a lost result was made. */
  entered: string[]
}

export type ShopDb = Dexie & {
  ops: EntityTable<ShopOp, 'seq'>
  files: EntityTable<ShopFileRow, 'id'>
  meta: EntityTable<{ k: keyof ShopMeta; v: unknown }, 'k'>
}

/** The database of one order on a shop's device. Commits are durable before they count, as in the outbox. */
export function shopDb(orderId: number): ShopDb {
  const db = new Dexie(`wheelbook-shop:${orderId}`, { chromeTransactionDurability: 'strict' }) as ShopDb
  db.version(1).stores({ ops: '++seq, id, parentId', files: 'id', meta: 'k' })
  return db
}

export async function readShopMeta<K extends keyof ShopMeta>(db: ShopDb, k: K): Promise<ShopMeta[K] | null> {
  return ((await db.meta.get(k))?.v as ShopMeta[K] | undefined) ?? null
}
