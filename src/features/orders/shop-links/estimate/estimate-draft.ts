import * as z from 'zod/mini'
import { FILE_TYPES, type FileManifestEntry } from '#contract/core/documents.ts'
import type { RejectedLine, ShopOrder } from '#contract/orders/shop-order.ts'
import { PATTERNS } from '#domain/core/patterns.ts'
import { cents, orderSums, RETAIL_SAVINGS_PERCENT, sumOf } from '#domain/orders/prices.ts'
import {
  isPriceTooHigh,
  isSameWork,
  isUnlikelyTotal,
  needsApprovalAgain,
} from '#domain/orders/shop-prices.ts'
import { newId } from '#src/offline/model/ids.ts'
import type { ShopOp } from '#src/offline/shop/shop-op.ts'

/** A line in the form. */
export interface DraftLine {
  /** Local id, never sent. Stable when other lines are removed, so that a prepared photo finds its line. */
  key: string
  service_definition_id: number
  position: string
  price: string
  note: string
  photos: FileManifestEntry[]
}

export const emptyLine = (service_definition_id: number): DraftLine => ({
  key: newId(),
  service_definition_id,
  position: '',
  price: '',
  note: '',
  photos: [],
})

/** The estimate form's input. */
export interface EstimateDraft {
  lines: DraftLine[]
  /** Revision of the order when the lines were first changed; drafts of earlier builds lack it. */
  rev?: number | undefined
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
const StoredEstimate = z.object({ lines: z.array(StoredLine), rev: z.optional(z.int()) })

/** Parses a stored draft; undefined if this build cannot read it. Adds ids to lines of earlier builds. */
export const parseEstimate = (value: unknown): EstimateDraft | undefined =>
  z.safeParse(StoredEstimate, value).data

/** Changes the line with this id. Does nothing if it was removed meanwhile. */
export const changeLine = (
  lines: readonly DraftLine[],
  key: string,
  step: (line: DraftLine) => DraftLine,
): DraftLine[] => lines.map((line) => (line.key === key ? step(line) : line))

/** Gives lines the form's ids, so that its fields keep their identity. */
export const withKeysOf = (form: readonly DraftLine[], lines: readonly DraftLine[]): DraftLine[] =>
  lines.map((line) => {
    const isSame = (other: DraftLine) =>
      other.service_definition_id === line.service_definition_id && other.position === line.position
    return { ...line, key: form.find(isSame)?.key ?? line.key }
  })

/** Checks whether two drafts would be sent with the same content. */
export const isSameEstimate = (lines: readonly DraftLine[], other: readonly DraftLine[]): boolean =>
  JSON.stringify(toLines(lines)) === JSON.stringify(toLines(other))

/**
 * Returns the form's initial lines without a draft: the waiting estimate, else the server's lines. A waiting bill has no
 * photos, so its lines have those of the server: a corrected estimate without them would remove them.
 */
export function toDraft(order: Pick<ShopOrder, 'lines'>, ops: readonly ShopOp[]): DraftLine[] {
  const waiting = ops.findLast((op) => Array.isArray(op.body.lines))
  const lines = (waiting?.body.lines ?? order.lines) as (Partial<DraftLine> & {
    service_definition_id: number
  })[]
  return lines.map((line) => ({
    key: newId(),
    service_definition_id: line.service_definition_id,
    position: line.position ?? '',
    // A price of zero means that none was entered yet.
    price: Number(line.price) > 0 ? (line.price ?? '') : '',
    note: line.note ?? '',
    photos: (line.photos ?? photosOf(order, line)).map(
      ({ id, file_name, content_type, byte_size, sha256 }) => ({
        id,
        file_name,
        content_type,
        byte_size,
        sha256,
      }),
    ),
  }))
}

const photosOf = ({ lines }: Pick<ShopOrder, 'lines'>, line: Omit<Entered, 'price'>) =>
  lines.find((known) => isSameWork(line, known))?.photos ?? []

/** Builds the lines to send, without empty fields. */
export const toLines = (draft: readonly DraftLine[]) =>
  draft.map(({ service_definition_id, position, price, note, photos }) => ({
    service_definition_id,
    price,
    photos,
    ...(position ? { position } : {}),
    ...(note.trim() ? { note: note.trim() } : {}),
  }))

export type LineError = 'price' | 'price_too_high' | 'position' | 'double'

/**
 * Returns the first error of each line by the server's rules, or null. Offline, the server's response would come too
 * late.
 */
export function lineErrors(
  draft: readonly DraftLine[],
  positionsOf: (serviceId: number) => readonly string[],
): (LineError | null)[] {
  return draft.map((line, n) => {
    const positions = positionsOf(line.service_definition_id)
    if (positions.length > 0 && !positions.includes(line.position)) return 'position'
    const isSame = (other: DraftLine) =>
      other.service_definition_id === line.service_definition_id && other.position === line.position
    if (draft.findIndex(isSame) < n) return 'double'
    if (!PATTERNS.money.test(line.price)) return 'price'
    return isPriceTooHigh(line.price) ? 'price_too_high' : null
  })
}

/**
 * Returns the last estimate's subtotal if the new one differs strongly from it, else null (no confirmation needed).
 * Amounts are before tax. A waiting estimate counts as the last one, a rejected one does not.
 */
export function unusualTotal(
  draft: readonly DraftLine[],
  order: Pick<ShopOrder, 'pre_tax_sub_total'>,
  ops: readonly ShopOp[],
): string | null {
  const waiting = ops.findLast(({ kind, refused }) => kind === 'estimate' && !refused)?.body.lines as
    | DraftLine[]
    | undefined
  const last = waiting ? sumOf(waiting.map(({ price }) => price)) : order.pre_tax_sub_total
  return isUnlikelyTotal(last, sumOf(draft.map(({ price }) => price))) ? last : null
}

/** Computes the expected totals of the lines. Invalid prices count as zero. */
export function totalsOf(
  draft: readonly Pick<DraftLine, 'price'>[],
  { tax_percent: taxPercent, promotion }: Pick<ShopOrder, 'tax_percent' | 'promotion'>,
) {
  const prices = draft.map(({ price }) => (PATTERNS.money.test(price) ? price : '0'))
  const terms = { taxPercent, savingsPercent: RETAIL_SAVINGS_PERCENT, promotion }
  const { pre_tax_sub_total, discount, tax_amount, total } = orderSums(prices, terms)
  return { subTotal: pre_tax_sub_total, discount, tax: tax_amount, total }
}

/** Builds the lines of a final bill: like an estimate's, without photos. */
export const toFinalLines = (draft: readonly DraftLine[]) =>
  toLines(draft).map(({ photos: _photos, ...line }) => line)

type Approved = Pick<ShopOrder, 'lines' | 'rejected_lines' | 'approval'>

/** Returns the approved lines, also those that a corrected bill has cheaper or not at all (APR-082). */
export function approvedLines({ lines, approval }: Pick<Approved, 'lines' | 'approval'>): ApprovedLine[] {
  const approved = approval?.lines ?? []
  return [...approved, ...lines.filter((line) => !approved.some((other) => isSameWork(line, other)))]
}
type ApprovedLine = NonNullable<ShopOrder['approval']>['lines'][number]

/** A line as typed, or as sent (without an empty position). */
type Entered = Pick<DraftLine, 'service_definition_id' | 'price'> & { position?: string }

/** Whether lines of this device were rejected because another device had sent newer ones (APR-072, APR-081). */
export const isOutdated = (ops: readonly ShopOp[]): boolean =>
  ops.some(({ refused }) => refused?.code === 'estimate_changed')

/**
 * Returns the revision on which lines are based after a change. Those of earlier builds, and those of a rejected bill, have
 * none before it.
 */
export const revOnChange = (
  { rev }: Pick<ShopOrder, 'rev'>,
  before: { isFirst: boolean; rev?: number | undefined },
): number => (before.isFirst ? rev : (before.rev ?? rev))

/**
 * Returns how a line differs from the approved ones: the fleet rejected it, it is new, or its price differs. Null if it
 * does not differ.
 */
export function changeOf(line: DraftLine, order: Approved): 'rejected' | 'new' | { approved: string } | null {
  const there = approvedLines(order).find((approved) => isSameWork(line, approved))
  if (!there) return order.rejected_lines.some((rejected) => isSameWork(line, rejected)) ? 'rejected' : 'new'
  return PATTERNS.money.test(line.price) && cents(line.price) === cents(there.total)
    ? null
    : { approved: there.total }
}

/** Returns approved lines that are missing from the final bill. */
export const removedFrom = (lines: readonly DraftLine[], order: Pick<Approved, 'lines' | 'approval'>) =>
  approvedLines(order).filter((approvedLine) => !lines.some((line) => isSameWork(line, approvedLine)))

/** Returns rejected services that these lines contain again. */
export const rejectedLinesOf = (
  lines: readonly Omit<Entered, 'price'>[],
  { rejected_lines }: Pick<Approved, 'rejected_lines'>,
): RejectedLine[] => rejected_lines.filter((rejected) => lines.some((line) => isSameWork(line, rejected)))

/** The approved total of an order, and what its total is computed with. */
export type ApprovedTotal = Pick<ShopOrder, 'lines' | 'approval' | 'tax_percent' | 'promotion' | 'total'>

/** Checks whether the fleet must approve these final lines, with promotion and tax, again (rulings 28 and 37). */
export const needsNewApproval = (lines: readonly Entered[], order: ApprovedTotal): boolean =>
  needsApprovalAgain(
    { lines, total: totalsOf(lines, order).total },
    { lines: approvedLines(order), total: order.approval?.total ?? order.total },
  )

/** The completion form's input. */
export interface FinishDraft {
  odometer: string
  number: string
  files: FileManifestEntry[]
  /** The final services and prices; null: as approved. */
  lines: DraftLine[] | null
  /** Revision of the order when the lines were first changed; drafts of earlier builds lack it. */
  rev?: number | undefined
}

/**
 * Returns what stays in the form once a draft was stored as an entry: the reading and the number, and what was typed
 * while it was being stored.
 */
export const restOfFinish = (now: FinishDraft, sent: FinishDraft): FinishDraft => ({
  ...now,
  files: now.files.filter(({ id }) => !sent.files.some((file) => file.id === id)),
  lines: finalLinesSince(now, sent),
})

/** Returns the final lines if they differ from those that were sent, else null. */
export const finalLinesSince = (now: FinishDraft, sent: FinishDraft): DraftLine[] | null =>
  now.lines && sent.lines && isSameEstimate(now.lines, sent.lines) ? null : now.lines

const StoredFinish = z.object({
  odometer: z.string(),
  number: z.string(),
  files: StoredLine.shape.photos,
  lines: z.nullable(z.array(StoredLine)),
  rev: z.optional(z.int()),
})

/** Parses a stored draft; undefined if this build cannot read it. */
export const parseFinish = (value: unknown): FinishDraft | undefined => z.safeParse(StoredFinish, value).data

/**
 * Returns what the server rejected of a completion and its invoice, for the form: the shop corrects it instead of typing
 * it again. Null: nothing was rejected.
 */
export function rejectedCompletion(
  order: Pick<ShopOrder, 'lines' | 'rev'>,
  ops: readonly ShopOp[],
): { id: string; value: FinishDraft } | null {
  const complete = ops.findLast(({ kind, refused }) => refused && kind === 'complete')
  const invoice = ops.findLast(({ kind, refused }) => refused && kind === 'invoice')
  const latest = invoice ?? complete
  if (!latest) return null
  const value = parseFinish({
    odometer: complete?.body.odometer === undefined ? '' : String(complete.body.odometer),
    number: latest.body.invoice_number ?? '',
    files: invoice?.body.documents ?? [],
    lines: complete && Array.isArray(complete.body.lines) ? toDraft(order, [complete]) : null,
    // The newer lines that caused a rejection may not be loaded yet.
    rev: isOutdated(ops) ? undefined : order.rev,
  })
  return value ? { id: latest.id, value } : null
}
