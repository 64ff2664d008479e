import * as z from 'zod/mini'
import { FILE_TYPES, type ManifestLine } from '#contract/core/documents.ts'
import type { RejectedLine, ShopOrder } from '#contract/orders/shop-links.ts'
import { PATTERNS } from '#domain/core/patterns.ts'
import { cents, orderSums, RETAIL_SAVINGS_PERCENT, sumOf } from '#domain/orders/prices.ts'
import { isFarFrom, isPriceTooHigh } from '#domain/orders/shop-prices.ts'
import { newId } from '#src/offline/model/ids.ts'
import type { ShopOp } from '#src/offline/shop/shop-db.ts'

/** A line as it is typed. */
export interface DraftLine {
  /** Local id, never sent. It stays while lines above are removed, so that a prepared photo finds its line. */
  key: string
  service_definition_id: number
  position: string
  price: string
  note: string
  photos: ManifestLine[]
}

export const emptyLine = (service_definition_id: number): DraftLine => ({
  ...{ key: newId(), service_definition_id, position: '', price: '', note: '', photos: [] },
})

/** The estimate form as it is typed. */
export interface EstimateDraft {
  lines: DraftLine[]
}

const StoredLine = z.object({
  key: z.catch(z.string(), () => newId()),
  service_definition_id: z.int(),
  position: z.string(),
  price: z.string(),
  note: z.string(),
  photos: z.array(
    z.object({
      id: z.string(),
      file_name: z.string(),
      content_type: z.enum(FILE_TYPES),
      byte_size: z.int(),
      sha256: z.string(),
    }),
  ),
})
const StoredEstimate = z.object({ lines: z.array(StoredLine) })

/** Reads a kept draft; undefined where this build cannot show it. Lines of an earlier build get their ids here. */
export const parseEstimate = (value: unknown): EstimateDraft | undefined =>
  z.safeParse(StoredEstimate, value).data

/** Changes the line of this id. A line that was removed in the meantime stays removed, with what was meant for it. */
export const changeLine = (
  lines: readonly DraftLine[],
  key: string,
  step: (line: DraftLine) => DraftLine,
): DraftLine[] => lines.map((line) => (line.key === key ? step(line) : line))

/** Lines with the ids that the form knows them by, so that its fields stay the same ones. */
export const withKeysOf = (form: readonly DraftLine[], lines: readonly DraftLine[]): DraftLine[] =>
  lines.map((line) => {
    const isSame = (one: DraftLine) =>
      one.service_definition_id === line.service_definition_id && one.position === line.position
    return { ...line, key: form.find(isSame)?.key ?? line.key }
  })

/** Whether two drafts would be sent as the same. */
export const isSameEstimate = (one: readonly DraftLine[], other: readonly DraftLine[]): boolean =>
  JSON.stringify(toLines(one)) === JSON.stringify(toLines(other))

/** Where the form begins without a draft: with what waits, else what the server has. */
export function toDraft(order: Pick<ShopOrder, 'lines'>, ops: readonly ShopOp[]): DraftLine[] {
  const waiting = ops.findLast((op) => Array.isArray(op.body.lines))
  const lines = (waiting?.body.lines ?? order.lines) as (Partial<DraftLine> & {
    service_definition_id: number
  })[]
  return lines.map((line) => ({
    key: newId(),
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

export type LineError = 'price' | 'price_too_high' | 'position' | 'double'

/** Returns the first fault of each line, by the rules of the server; null: none. Offline, the server's refusal would come too late. */
export function lineErrors(
  draft: readonly DraftLine[],
  positionsOf: (serviceId: number) => readonly string[],
): (LineError | null)[] {
  return draft.map((line, n) => {
    const positions = positionsOf(line.service_definition_id)
    if (positions.length > 0 && !positions.includes(line.position)) return 'position'
    const isSame = (one: DraftLine) =>
      one.service_definition_id === line.service_definition_id && one.position === line.position
    if (draft.findIndex(isSame) < n) return 'double'
    if (!PATTERNS.money.test(line.price)) return 'price'
    return isPriceTooHigh(line.price) ? 'price_too_high' : null
  })
}

/**
 * Subtotal of the last estimate if the new one is far from it, else null: then the shop sends without being asked.
 * Amounts before tax; an estimate that still waits on the device counts as the last one.
 */
export function unusualTotal(
  draft: readonly DraftLine[],
  order: Pick<ShopOrder, 'pre_tax_sub_total'>,
  ops: readonly ShopOp[],
): string | null {
  const waiting = ops.findLast((op) => op.kind === 'estimate')?.body.lines as DraftLine[] | undefined
  const last = waiting ? sumOf(waiting.map(({ price }) => price)) : order.pre_tax_sub_total
  return isFarFrom(last, sumOf(draft.map(({ price }) => price))) ? last : null
}

/** What the lines will come to, before the server says so; prices that are no amounts yet count nothing. */
export function totalsOf(draft: readonly DraftLine[], taxPercent: number) {
  const prices = draft.map(({ price }) => (PATTERNS.money.test(price) ? price : '0'))
  const terms = { taxPercent, savingsPercent: RETAIL_SAVINGS_PERCENT, promotion: null }
  const { pre_tax_sub_total, tax_amount, total } = orderSums(prices, terms)
  return { subTotal: pre_tax_sub_total, tax: tax_amount, total }
}

/** Lines of a final bill: as those of an estimate, without photos. */
export const toFinalLines = (draft: readonly DraftLine[]) =>
  toLines(draft).map(({ photos: _photos, ...line }) => line)

type Approved = Pick<ShopOrder, 'lines' | 'rejected_lines' | 'pre_tax_sub_total'>

/** A line as it is typed, or as it is sent: then without an empty position. */
type Entered = Pick<DraftLine, 'service_definition_id' | 'price'> & { position?: string }

const isLineOf = (line: Omit<Entered, 'price'>, known: RejectedLine) =>
  known.service_definition_id === line.service_definition_id &&
  (known.position ?? '') === (line.position ?? '')

/**
 * How a line differs from what was approved: the fleet rejected it, it is new, or it has another price than the approved
 * one. Null: it does not.
 */
export function changeOf(
  line: DraftLine,
  { lines, rejected_lines }: Pick<Approved, 'lines' | 'rejected_lines'>,
): 'rejected' | 'new' | { approved: string } | null {
  const there = lines.find((approved) => isLineOf(line, approved))
  if (!there) return rejected_lines.some((rejected) => isLineOf(line, rejected)) ? 'rejected' : 'new'
  return PATTERNS.money.test(line.price) && cents(line.price) === cents(there.total)
    ? null
    : { approved: there.total }
}

/** Approved lines that are not on the final bill. */
export const removedFrom = (lines: readonly DraftLine[], { lines: approved }: Pick<Approved, 'lines'>) =>
  approved.filter((one) => !lines.some((line) => isLineOf(line, one)))

/** Services that the fleet rejected and that these lines have again. */
export const rejectedLinesOf = (
  lines: readonly Omit<Entered, 'price'>[],
  { rejected_lines }: Pick<Approved, 'rejected_lines'>,
): RejectedLine[] => rejected_lines.filter((rejected) => lines.some((line) => isLineOf(line, rejected)))

/**
 * Whether the fleet must approve again: the lines cost more than what was approved (ruling 28), or have a service that was
 * rejected, at any price.
 */
export const needsNewApproval = (
  lines: readonly Entered[],
  order: Pick<Approved, 'pre_tax_sub_total' | 'rejected_lines'>,
): boolean =>
  rejectedLinesOf(lines, order).length > 0 ||
  cents(sumOf(lines.map(({ price }) => (PATTERNS.money.test(price) ? price : '0')))) >
    cents(order.pre_tax_sub_total)

/** The form of the end of the work. */
export interface FinishDraft {
  odometer: string
  number: string
  files: ManifestLine[]
  /** The final services and prices; null: as they were approved. */
  lines: DraftLine[] | null
}

const StoredFinish = z.object({
  odometer: z.string(),
  number: z.string(),
  files: StoredLine.shape.photos,
  lines: z.nullable(z.array(StoredLine)),
})

/** Reads a kept draft; undefined where this build cannot show it. */
export const parseFinish = (value: unknown): FinishDraft | undefined => z.safeParse(StoredFinish, value).data
