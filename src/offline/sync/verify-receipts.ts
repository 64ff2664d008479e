import * as z from 'zod/mini'
import type { Clock } from '#src/offline/model/clock.ts'
import { type ResendResult, resendLost } from '#src/offline/queue/actions/resend-lost.ts'
import { readMeta, writeMeta } from '#src/offline/storage/meta.ts'
import { type OutboxDb, RECEIPT_RETENTION_MS } from '#src/offline/storage/outbox-db.ts'
import { tryUnlessFull } from '#src/offline/storage/reserve.ts'
import type { Store } from '#src/offline/storage/store.ts'
import { identityHeaders, type RequestIdentity } from '#src/offline/transport/build-request.ts'

/** Maximum number of ids per request. */
const IDS_MAX = 1000
const DAY_MS = 86_400_000
const TIMEOUT_MS = 30_000

const ReceiptsResponse = z.object({ missing: z.array(z.uuid()) })

/** 'held': nothing is missing, or no check was due. 'failed': retried with the next refresh. */
export type ReceiptsResult = 'held' | 'failed' | 'offline' | ResendResult

export interface ReceiptCheck {
  store: Store
  clock: Clock
  sender: RequestIdentity
  fetch: typeof fetch
  /** Path of the call that names missing receipts. */
  path: string
  /** Bytes of a file that was sent from here, if this device still has a copy. */
  copyOf(fileId: string): Promise<ArrayBuffer | null>
}

/**
 * Compares this device's receipts with the server and resends what it lost. Runs when the server's database epoch has
 * changed (a backup was restored), when the server does not know our cursor, and once a day, because not every restored
 * database is detected (docs/offline.md row 33).
 * @param epoch value of X-Server-Epoch in the response that triggered the check
 */
export async function verifyReceipts(
  check: ReceiptCheck,
  epoch: string | null,
  isResync: boolean,
): Promise<ReceiptsResult> {
  const { store, clock, copyOf } = check
  const now = clock.now()
  const last = await store.read(() => readMeta(store.db, 'receiptsHeldAgainst'))
  const isRecent = last !== null && Math.abs(now - last.at) < DAY_MS
  if (isRecent && last.epoch === epoch && !isResync) return 'held'
  // Without an upper limit: the clock of the device may have been ahead.
  const ids = await store.read(() =>
    store.db.receipts
      .where('ackedAt')
      .aboveOrEqual(now - RECEIPT_RETENTION_MS)
      .primaryKeys(),
  )
  const missing: string[] = []
  let isClockRight = false
  for (let from = 0; from < ids.length; from += IDS_MAX) {
    const found = await queryMissing(check, ids.slice(from, from + IDS_MAX))
    if (typeof found === 'string') return found
    missing.push(...found.missing)
    isClockRight = Math.abs(found.serverTime - now) < DAY_MS
  }
  let end: ReceiptsResult = 'held'
  const isRecorded = await tryUnlessFull(async () => {
    if (missing.length > 0) end = await resendLost(store, missing, copyOf)
    await store.write(async () => {
      if (isClockRight) await redateFutureReceipts(store.db, now)
      await writeMeta(store.db, 'receiptsHeldAgainst', { epoch, at: now })
    })
  })
  return isRecorded ? end : 'failed'
}

/**
 * Moves receipts from the future to now, in the same order: those of a clock that was ahead would outlast the server's
 * keys. Only if the server agrees about the time: with a clock that is behind now, all receipts seem to be from the future.
 */
async function redateFutureReceipts(db: OutboxDb, now: number): Promise<void> {
  const ids = await db.receipts
    .where('ackedAt')
    .above(now + DAY_MS)
    .primaryKeys()
  for (const [i, id] of ids.entries()) await db.receipts.update(id, { ackedAt: now - ids.length + i })
}

/** Returns which of these operations the server does not know, and its time (NaN if it names none). */
async function queryMissing(
  { clock, sender, fetch: fetchFn, path }: ReceiptCheck,
  ids: readonly string[],
): Promise<{ missing: string[]; serverTime: number } | 'failed' | 'offline'> {
  const timeout = new AbortController()
  const cancelTimeout = clock.after(TIMEOUT_MS, () => timeout.abort())
  try {
    const response = await fetchFn(`${sender.baseUrl}${path}`, {
      method: 'POST',
      headers: { ...identityHeaders(sender), 'Content-Type': 'application/json' },
      body: JSON.stringify({ ids }),
      cache: 'no-store',
      redirect: 'error',
      signal: timeout.signal,
    })
    if (response.headers.get('X-Wheelbook-Api') !== '1') return 'offline'
    const { data } = z.safeParse(ReceiptsResponse, response.ok ? await response.json() : null)
    return data ? { ...data, serverTime: Date.parse(response.headers.get('Date') ?? '') } : 'failed'
  } catch {
    return 'offline'
  } finally {
    cancelTimeout()
  }
}
