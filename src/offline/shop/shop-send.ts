import type { ShopOrder } from '#contract/orders/shop-order.ts'
import type { Clock } from '#src/offline/model/clock.ts'
import { digestHeader, sha256 } from '#src/offline/model/hash.ts'
import { backoffMs } from '#src/offline/transport/backoff.ts'
import type { OutgoingRequest } from '#src/offline/transport/build-request.ts'
import { classify, type Verdict } from '#src/offline/transport/classify.ts'
import { sendFile } from '#src/offline/transport/send-file.ts'
import type { Transport } from '#src/offline/transport/transport.ts'
import type { ShopDb, ShopOp } from './shop-db.ts'

/** Codes with which the server refuses everything under this link. */
const ENDED = new Set(['shop_link_revoked', 'shop_link_expired'])
const PATHS = {
  confirm: 'confirm',
  decline: 'decline',
  accept_time: 'accept_time',
  decline_time: 'decline_time',
  estimate: 'estimate',
  complete: 'complete',
} as const

export interface ShopSender {
  db: ShopDb
  orderId: number
  /** The brand's key, for the header that proves a same-site caller. */
  appName: string
  clock: Clock
  transport: Transport
  isVisible: () => boolean
}

/** Returns the next entry to send. */
export async function headOf(db: ShopDb): Promise<ShopOp | undefined> {
  const ops = await db.ops.orderBy('seq').toArray()
  const refused = new Set(ops.filter((op) => op.refused).map(({ id }) => id))
  // A file of a refused entry has no target.
  return ops.find((op) => !op.refused && !(op.parentId !== null && refused.has(op.parentId)))
}

/** Sends one operation once and records the result. @returns how the queue continues */
export async function attempt(
  sender: ShopSender,
  op: ShopOp,
  signal: AbortSignal,
): Promise<'on' | 'later' | 'barred'> {
  const { db, clock, isVisible } = sender
  // Recorded before the first byte is sent; from now on the entry never changes under its key.
  const isThere = await db.ops.update(op.seq, { attempts: op.attempts + 1 })
  if (!isThere) return 'on'
  const verdict = await verdictOf(sender, op, signal)
  if (verdict.type === 'acked') {
    await acknowledge(db, op, verdict.body)
    return 'on'
  }
  if (verdict.type === 'stopped') return 'later'
  if (verdict.type === 'again') {
    const wait = backoffMs(op.attempts + 1, verdict.retryAfterMs, isVisible(), Math.random)
    await db.ops.update(op.seq, { nextAt: clock.now() + wait })
    return 'later'
  }
  const code = verdict.trouble.code ?? 'internal'
  if (verdict.type === 'auth' || ENDED.has(code)) {
    await db.meta.put({ k: 'barred', v: verdict.type === 'auth' ? 'not_signed_in' : code })
    return 'barred'
  }
  // A later estimate of the shop removed it from the order.
  if (op.kind === 'file' && code === 'gone') await remove(db, op)
  else await db.ops.update(op.seq, { refused: { code } })
  return 'on'
}

async function acknowledge(db: ShopDb, op: ShopOp, body: unknown): Promise<void> {
  await db.transaction('rw', db.ops, db.files, db.meta, async () => {
    await remove(db, op)
    if (op.kind !== 'file') await db.meta.put({ k: 'order', v: body as ShopOrder })
  })
}

async function remove(db: ShopDb, op: ShopOp): Promise<void> {
  await db.ops.delete(op.seq)
  if (op.kind === 'file') await db.files.delete(String(op.body.fileId))
}

async function verdictOf(sender: ShopSender, op: ShopOp, signal: AbortSignal): Promise<Verdict> {
  const { clock, transport } = sender
  if (op.kind !== 'file') return classify(await transport(entryOf(sender, op), signal), op.id, clock.now())
  const file = await sender.db.files.get(String(op.body.fileId))
  // The browser lost bytes, and they cannot be recovered (docs/offline.md row 12).
  if (!file || (await sha256(file.bytes)) !== file.sha256) return damaged(clock.now())
  const outcome = await sendFile({
    whole: {
      method: 'PUT',
      url: `/api/v4/shop_links/${sender.orderId}/documents/${file.id}`,
      headers: {
        ...headersOf(sender, op),
        'Content-Type': file.type,
        'Repr-Digest': digestHeader(file.sha256),
      },
      body: file.bytes,
      fileBytes: file.size,
    },
    bytes: file.bytes,
    key: op.id,
    isRepeat: op.attempts > 0,
    send: (outgoing, onProgress) => transport(outgoing, signal, onProgress),
    onProgress: () => {},
    onArrived: async () => true,
  })
  return classify(outcome, op.id, clock.now())
}

const damaged = (at: number): Verdict => ({
  type: 'rejected',
  trouble: { class: 'damaged', status: 0, code: 'file_damaged', at },
})

function entryOf(sender: ShopSender, op: ShopOp): OutgoingRequest {
  const path = op.kind === 'invoice' ? 'invoices' : PATHS[op.kind as keyof typeof PATHS]
  return {
    method: 'POST',
    url: `/api/v4/shop_links/${sender.orderId}/${path}`,
    headers: { ...headersOf(sender, op), 'Content-Type': 'application/json' },
    body: new TextEncoder().encode(JSON.stringify(op.body)).buffer,
    fileBytes: 0,
  }
}

const headersOf = ({ appName }: ShopSender, op: ShopOp) => ({
  Accept: 'application/json',
  'App-Name': appName,
  'Idempotency-Key': op.id,
})
