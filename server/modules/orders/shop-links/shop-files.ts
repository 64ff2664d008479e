import type { FileManifestEntry } from '#contract/core/documents.ts'
import { INVOICE_MAX_BYTES, SHOP_FILES_MAX } from '#domain/core/limits.ts'
import type { ShopActor } from '#server/actor.ts'
import type { Transaction } from '#server/db/database.ts'
import { readAttributes } from '#server/modules/core/documents/attributes.ts'
import {
  changeDocuments,
  countDocumentsOfOrder,
  type DocumentPorts,
  documentsOfOwner,
  dropPhotos,
  movePhotos,
} from '#server/modules/core/documents/documents.service.ts'
import { Problem } from '#server/problem.ts'

/** Sets the photos and invoices of a shop. */
interface ShopFilesUseCase {
  tx: Transaction
  shop: ShopActor
  ports: DocumentPorts
}

/** Sets the photos of all lines, and drops those that no line has. `lineIds` are the ids of `lines`, in order. */
export async function setPhotos(
  useCase: ShopFilesUseCase,
  lines: readonly { photos: readonly FileManifestEntry[] }[],
  lineIds: readonly number[],
): Promise<void> {
  const { tx, shop } = useCase
  const remaining = lines.flatMap(({ photos }) => photos.map(({ id }) => id.toLowerCase()))
  await dropPhotos(tx, shop.fleet.id, shop.orderId, remaining)
  for (const [n, { photos }] of lines.entries()) {
    const lineId = lineIds[n]
    if (lineId !== undefined) await setLinePhotos(useCase, lineId, photos)
  }
}

/** Announces invoices; their files are uploaded later. */
export async function addInvoices(
  { tx, shop, ports }: ShopFilesUseCase,
  invoices: readonly FileManifestEntry[],
): Promise<void> {
  await requireQuota(tx, shop, invoices.length)
  const owner = { order_id: shop.orderId, order_service_id: null }
  const existing = await documentsOfOwner(tx, shop.fleet.id, owner)
  const attributes = await readAttributes(invoices, 'documents', INVOICE_MAX_BYTES)
  await changeDocuments({ tx, ports }, shop.fleet.id, owner, attributes, existing.length)
}

/** Sets the photos of one line: existing ones stay or are moved here, the others are announced. */
async function setLinePhotos(
  { tx, shop, ports }: ShopFilesUseCase,
  lineId: number,
  photos: readonly FileManifestEntry[],
): Promise<void> {
  const owner = { order_id: shop.orderId, order_service_id: lineId }
  const ids = photos.map(({ id }) => id.toLowerCase())
  const existing = await movePhotos(tx, shop.fleet.id, owner, ids)
  const added = photos.filter(({ id }) => !existing.includes(id.toLowerCase()))
  if (added.length === 0) return
  await requireQuota(tx, shop, added.length)
  const attributes = await readAttributes(added, 'photos', INVOICE_MAX_BYTES)
  await changeDocuments({ tx, ports }, shop.fleet.id, owner, attributes, existing.length)
}

async function requireQuota(tx: Transaction, shop: ShopActor, more: number): Promise<void> {
  const count = await countDocumentsOfOrder(tx, shop.fleet.id, shop.orderId)
  if (count + more > SHOP_FILES_MAX) throw new Problem('storage_full')
}
