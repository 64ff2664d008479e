import type { ManifestLine } from '#contract/core/documents.ts'
import { PATTERNS } from '#contract/core/patterns.ts'
import { cents, sumOf, taxOn } from '#contract/orders/prices.ts'
import type { ShopOrder } from '#contract/orders/shop-links.ts'
import type { ShopOp } from '#src/offline/shop/shop-db.ts'

/** A line as it is typed. */
export interface DraftLine {
  service_definition_id: number
  position: string
  price: string
  note: string
  photos: ManifestLine[]
}

export const emptyLine = (service_definition_id: number): DraftLine => ({
  ...{ service_definition_id, position: '', price: '', note: '', photos: [] },
})

/** Where the form begins: what was typed and not saved, else what waits, else what the server has. */
export function toDraft(order: ShopOrder, ops: readonly ShopOp[], kept: unknown): DraftLine[] {
  if (Array.isArray(kept)) return kept as DraftLine[]
  const waiting = ops.findLast((op) => op.kind === 'estimate')
  const lines = (waiting?.body.lines ?? order.lines) as (Partial<DraftLine> & {
    service_definition_id: number
  })[]
  return lines.map((line) => ({
    service_definition_id: line.service_definition_id,
    position: line.position ?? '',
    // A price of nothing is one that nobody has named yet.
    price: Number(line.price) > 0 ? (line.price ?? '') : '',
    note: line.note ?? '',
    photos: (line.photos ?? []).map(({ id, file_name, content_type, byte_size, sha256 }) => ({
      id,
      file_name,
      content_type,
      byte_size,
      sha256,
    })),
  }))
}

/** What is sent: fields that were left empty are left out. */
export const toLines = (draft: readonly DraftLine[]) =>
  draft.map(({ service_definition_id, position, price, note, photos }) => ({
    service_definition_id,
    price,
    photos,
    ...(position ? { position } : {}),
    ...(note.trim() ? { note: note.trim() } : {}),
  }))

export type LineFault = 'price' | 'position' | 'double'

/** What keeps each line from being sent, null: nothing; as the server judges it, which without signal is heard late. */
export function faultsOf(
  draft: readonly DraftLine[],
  positionsOf: (serviceId: number) => readonly string[],
): (LineFault | null)[] {
  return draft.map((line, n) => {
    const positions = positionsOf(line.service_definition_id)
    if (positions.length > 0 && !positions.includes(line.position)) return 'position'
    const isSame = (one: DraftLine) =>
      one.service_definition_id === line.service_definition_id && one.position === line.position
    if (draft.findIndex(isSame) < n) return 'double'
    return PATTERNS.money.test(line.price) ? null : 'price'
  })
}

/** A corrected estimate of less than half or more than double the last one is more often a slip than a change of price. */
const FAR_FACTOR = 2

/**
 * Subtotal of the last estimate if the new one is far from it, else null: then the shop sends without being asked.
 * Amounts before tax; an estimate that still waits on the device counts as the last one.
 */
export function farFromLast(
  draft: readonly DraftLine[],
  order: Pick<ShopOrder, 'pre_tax_sub_total'>,
  ops: readonly ShopOp[],
): string | null {
  const waiting = ops.findLast((op) => op.kind === 'estimate')?.body.lines as DraftLine[] | undefined
  const last = waiting ? sumOf(waiting.map(({ price }) => price)) : order.pre_tax_sub_total
  const [before, after] = [cents(last), cents(sumOf(draft.map(({ price }) => price)))]
  const isFar = after > before * FAR_FACTOR || after * FAR_FACTOR < before
  return before > 0 && isFar ? last : null
}

/** What the lines will come to, before the server says so; prices that are no amounts yet count nothing. */
export function sumsOf(draft: readonly DraftLine[], taxPercent: number) {
  const subTotal = sumOf(draft.map(({ price }) => (PATTERNS.money.test(price) ? price : '0')))
  const tax = taxOn(subTotal, taxPercent)
  return { subTotal, tax, total: sumOf([subTotal, tax]) }
}
