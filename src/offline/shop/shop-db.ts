import Dexie, { type EntityTable } from 'dexie'
import type { ServiceDefinition } from '#contract/catalog/services.ts'
import type { ShopOrder } from '#contract/orders/shop-links.ts'

export type ShopKind =
  | 'confirm'
  | 'decline'
  | 'accept_time'
  | 'decline_time'
  | 'estimate'
  | 'complete'
  | 'invoice'
  | 'file'

/** Something that the shop entered and the server has not acknowledged. */
export interface ShopOp {
  /** Place in line. */
  seq: number
  /** Idempotency key of every attempt. */
  id: string
  kind: ShopKind
  /** What is sent; of a file its id alone. */
  body: Record<string, unknown>
  /** Of a file: the entry that announces it. */
  parentId: string | null
  enteredAt: number
  attempts: number
  /** Tried again from then on. */
  nextAt: number
  /** Why the server refused it: the person decides. */
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

/** The order as the server said it last, why nothing may be sent, and what an earlier build kept of the estimate form. */
export interface ShopMeta {
  order: ShopOrder
  services: ServiceDefinition[]
  barred: string
  draft: unknown
  /** Ids of the latest entries, also of those that have arrived: tells whether a commit whose answer is missing was made. */
  entered: string[]
}

export type ShopDb = Dexie & {
  ops: EntityTable<ShopOp, 'seq'>
  files: EntityTable<ShopFileRow, 'id'>
  meta: EntityTable<{ k: keyof ShopMeta; v: unknown }, 'k'>
}

/** The database of one order on a shop's device. Commits are on disk before they count, as in the outbox. */
export function shopDb(orderId: number): ShopDb {
  const db = new Dexie(`wheelbook-shop:${orderId}`, { chromeTransactionDurability: 'strict' }) as ShopDb
  db.version(1).stores({ ops: '++seq, id, parentId', files: 'id', meta: 'k' })
  return db
}

export async function readShopMeta<K extends keyof ShopMeta>(db: ShopDb, k: K): Promise<ShopMeta[K] | null> {
  return ((await db.meta.get(k))?.v as ShopMeta[K] | undefined) ?? null
}
