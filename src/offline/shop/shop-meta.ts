import type { ServiceDefinition } from '#contract/catalog/services.ts'
import type { ShopOrder } from '#contract/orders/shop-order.ts'
import { markReceiptsDue, readMeta } from '#src/offline/storage/meta.ts'
import type { OutboxDb } from '#src/offline/storage/outbox-db.ts'

/** What a shop's device stores in `meta` beside the values of every outbox. */
export interface ShopMeta {
  /** The server's latest version of the order. */
  order: ShopOrder
  services: ServiceDefinition[]
  /** Why nothing can be sent before the link is opened again. */
  blockedBy: string
  /** Lines of the estimate form as stored by an earlier build. */
  draft: unknown
}

export async function readShopMeta<K extends keyof ShopMeta>(
  db: OutboxDb,
  k: K,
): Promise<ShopMeta[K] | null> {
  return ((await db.meta.get(k))?.v as ShopMeta[K] | undefined) ?? null
}

export async function writeShopMeta<K extends keyof ShopMeta>(
  db: OutboxDb,
  k: K,
  v: ShopMeta[K],
): Promise<void> {
  await db.meta.put({ k, v })
}

/**
 * Reads the stored order. A copy of an earlier build or server has no list of rejected services, no proposed time and no
 * promotion.
 */
export async function readOrder(db: OutboxDb): Promise<ShopOrder | null> {
  type Added = 'rejected_lines' | 'proposed_datetime' | 'promotion'
  const order: (Omit<ShopOrder, Added> & Partial<ShopOrder>) | null = await readShopMeta(db, 'order')
  return (
    order && {
      ...order,
      rejected_lines: order.rejected_lines ?? [],
      proposed_datetime: order.proposed_datetime ?? null,
      promotion: order.promotion ?? null,
    }
  )
}

/** More changes of an order between two reads are unlikely. */
const CHANGES_MAX = 100

/**
 * Stores the order of a response, which proves that the link works. Within `Store.write`. A response from a server that was
 * restored from a backup makes the receipts due for a check: its revision is earlier than before, or far above it, because
 * changes since the restore have revisions in a range of their own (decision 126).
 * @param knownRev revision on this device when the request was sent; null: none, or not known
 */
export async function storeOrder(db: OutboxDb, order: ShopOrder, knownRev: number | null): Promise<void> {
  await db.meta.delete('blockedBy')
  const stored = (await readShopMeta(db, 'order'))?.rev ?? null
  const isEarlier = stored !== null && order.rev < stored
  // A slow or repeated response: the device has received a later one since its request.
  if (isEarlier && stored !== knownRev) return
  if (isEarlier || (stored !== null && order.rev > stored + CHANGES_MAX)) await markReceiptsDue(db)
  await writeShopMeta(db, 'order', order)
}

/** Whether the order on this device has a photo or an invoice, which the server then has or expects. */
export function hasFile(order: ShopOrder | null, id: string): boolean {
  const files = order ? [...order.invoices, ...order.lines.flatMap(({ photos }) => photos)] : []
  return files.some((file) => file.id === id)
}

/** Why nothing is sent: 'not_signed_in', 'shop_link_revoked' or 'shop_link_expired'; null: not blocked. */
export async function readBlockedBy(db: OutboxDb): Promise<string | null> {
  const known = await readShopMeta(db, 'blockedBy')
  if (known !== null || (await readMeta(db, 'pausedFor')) === null) return known
  const refused = await db.ops.where('state').equals('auth').first()
  const { status = 401, code = null } = refused?.trouble ?? {}
  return status === 401 ? 'not_signed_in' : code
}
