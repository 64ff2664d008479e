import { isFileOp, type OpRow } from '#src/offline/model/op-row.ts'
import { type EntryPayload, payloadOfEntry } from '#src/offline/model/payload.ts'
import { readableOps } from '#src/offline/queue/existing.ts'

/** What a shop enters about an order. Each kind is the operation `shop.<kind>`. */
export type ShopKind =
  | 'confirm'
  | 'decline'
  | 'accept_time'
  | 'decline_time'
  | 'estimate'
  | 'complete'
  | 'invoice'

/** An entry or a file of the shop that the server has not acknowledged, as the screens show it. */
export interface ShopOp {
  /** The operation, and the idempotency key of every attempt. */
  id: string
  kind: ShopKind | 'file'
  /** The request body; for a file its name, if it is known. */
  body: Record<string, unknown>
  /** Why the server refused it; the user decides. */
  refused: { code: string } | null
  /** It is sent only after the user has replaced or dismissed the refused entry that it waits for. */
  isHeld?: boolean
}

/**
 * What an estimate or the lines of a bill are based on, so that they do not replace those of another device that the user
 * has not seen.
 */
export interface EstimateBase {
  /** Revision of the order that the user saw. */
  rev: number
  /** This device's previous estimate or bill, whose response may not have arrived. */
  entry?: string
}

const PREFIX = 'shop.'

/** The payload of an entry, which names its order as comments on an order do. */
export const toShopPayload = (
  orderId: number,
  body: Record<string, unknown>,
  enteredAt: number,
): EntryPayload => ({
  fields: { order_id: orderId, ...body },
  manifest: [],
  removedFileIds: [],
  enteredAt: new Date(enteredAt).toISOString(),
})

/** The request body of an entry. */
export function bodyOf(op: OpRow): Record<string, unknown> {
  const { order_id: _order, ...body } = payloadOfEntry(op)?.fields ?? {}
  return body
}

const kindOfShopOp = (op: Pick<OpRow, 'kind'>): ShopOp['kind'] =>
  op.kind.startsWith(PREFIX) ? (op.kind.slice(PREFIX.length) as ShopKind) : 'file'

export const opKindOf = (kind: ShopKind): string => `${PREFIX}${kind}`

export const isRefused = ({ state }: Pick<OpRow, 'state'>): boolean =>
  state === 'rejected' || state === 'conflict' || state === 'damaged'

/**
 * Entries and files in the order of entry, without files whose entry was refused: those leave with it. An entry that
 * waits for a refused one is included.
 */
export const toShopOps = (rows: readonly OpRow[]): ShopOp[] =>
  readableOps(rows)
    .filter((op) => op.state !== 'held' || !isFileOp(op))
    .map((op) => ({
      id: op.id,
      kind: kindOfShopOp(op),
      body: kindOfShopOp(op) === 'file' ? { ...(op.shown ?? {}) } : bodyOf(op),
      refused: isRefused(op) ? { code: op.trouble?.code ?? 'internal' } : null,
      ...(op.heldFor === 'dependency' && { isHeld: true }),
    }))
