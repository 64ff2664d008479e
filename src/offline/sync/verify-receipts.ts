import * as z from 'zod/mini'
import type { Clock } from '#src/offline/model/clock.ts'
import { newId } from '#src/offline/model/ids.ts'
import { resendFiles, resendLost, type SentCopies } from '#src/offline/queue/actions/resend-lost.ts'
import { markReceiptsDue, readMeta, writeMeta } from '#src/offline/storage/meta.ts'
import { type OutboxDb, RECEIPT_RETENTION_MS } from '#src/offline/storage/outbox-db.ts'
import { tryUnlessFull } from '#src/offline/storage/reserve.ts'
import type { Store } from '#src/offline/storage/store.ts'
import { identityHeaders, type RequestIdentity } from '#src/offline/transport/build-request.ts'

/** Maximum number of ids per request. */
const IDS_MAX = 1000
const DAY_MS = 86_400_000
const TIMEOUT_MS = 30_000

const ReceiptsResponse = z.object({ missing: z.array(z.uuid()) })

/**
 * 'held': nothing is missing, or no check was due. 'sent again': operations or files were queued again. 'no space': some
 * of what is missing does not fit on the device. 'failed', 'no space': retried with the next refresh.
 */
export type ReceiptsResult = 'held' | 'sent again' | 'no space' | 'failed' | 'offline'

export interface ReceiptCheck {
  store: Store
  clock: Clock
  sender: RequestIdentity
  fetch: typeof fetch
  /** Path of the call that names missing receipts. */
  path: string
  copies: SentCopies
  /** Whether a response with this status means that nothing can be sent again. Default: none does. */
  isOver?: (status: number) => boolean
}

/**
 * Compares this device's receipts with the server and resends what it lost. Runs when the server's database epoch has
 * changed (a backup was restored), when the server does not know our cursor, and once a day, because not every restored
 * database is detected (docs/offline.md row 33). A check that failed stays due.
 * @param epoch value of X-Server-Epoch in the response that triggered the check
 */
export async function verifyReceipts(
  check: ReceiptCheck,
  epoch: string | null,
  isResync: boolean,
): Promise<ReceiptsResult> {
  const { store, clock, copies } = check
  const { db } = store
  const now = clock.now()
  // Files that did not fit before, or whose move was interrupted.
  const filesAgain = await resendFiles(store, copies)
  const unchanged = filesAgain > 0 ? 'sent again' : 'held'
  // The next response may no longer tell that a check is due.
  if (isResync) await store.write(() => markReceiptsDue(db))
  const last = await store.read(() => readMeta(db, 'receiptsHeldAgainst'))
  const isRecent = last !== null && Math.abs(now - last.at) < DAY_MS
  if (isRecent && last.epoch === epoch) return unchanged
  const checkId = await begin(store)
  const found = await queryAllMissing(check, now)
  if (typeof found === 'string') return filesAgain > 0 ? 'sent again' : found
  const { missing, isClockRight } = found
  if (missing.length > 0 && !(await resendLost(store, missing, copies))) return 'no space'
  let isRecorded = false
  await tryUnlessFull(async () => {
    isRecorded = await store.writeForSending(async () => {
      if (isClockRight) await redateFutureReceipts(db, now)
      if ((await readMeta(db, 'receiptCheck')) !== checkId) return false
      await writeMeta(db, 'receiptsHeldAgainst', { epoch, at: now })
      return true
    })
  })
  if (isClockRight && isRecorded) await deleteOldReceipts(store, now)
  if (missing.length > 0) return 'sent again'
  return isRecorded ? unchanged : 'failed'
}

/**
 * Records that a check begins. If another becomes due meanwhile, the end of this one does not count: the server may have
 * been restored after it responded. On a full disk, neither can be recorded.
 */
async function begin(store: Store): Promise<string> {
  const id = newId()
  await tryUnlessFull(() => store.writeForSending(() => writeMeta(store.db, 'receiptCheck', id)))
  return id
}

/** Returns which operations of the last 30 days the server does not know, and whether it confirms this device's clock. */
async function queryAllMissing(
  check: ReceiptCheck,
  now: number,
): Promise<{ missing: string[]; isClockRight: boolean } | 'failed' | 'offline'> {
  const { store } = check
  const oldest = now - RECEIPT_RETENTION_MS
  // Without an upper limit: the clock of the device may have been ahead.
  const ids = await store.read(() => store.db.receipts.where('ackedAt').aboveOrEqual(oldest).primaryKeys())
  const hasOld = (await store.read(() => store.db.receipts.where('ackedAt').below(oldest).count())) > 0
  const missing: string[] = []
  let isClockRight = false
  // Without recent receipts, a request without ids shows whether the old ones are really old.
  for (let from = 0; from < ids.length || (from === 0 && hasOld); from += IDS_MAX) {
    const found = await queryMissing(check, ids.slice(from, from + IDS_MAX))
    if (typeof found === 'string') return found
    missing.push(...found.missing)
    isClockRight = Math.abs(found.serverTime - now) < DAY_MS
  }
  return { missing, isClockRight }
}

/**
 * Deletes receipts after 30 days. Only once the server has confirmed the clock and nothing is missing any more: with a
 * clock that is ahead, all receipts seem to be old.
 */
async function deleteOldReceipts({ read, db }: Store, now: number): Promise<void> {
  await read(() =>
    db.receipts
      .where('ackedAt')
      .below(now - RECEIPT_RETENTION_MS)
      .delete(),
  )
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
  { clock, sender, fetch: fetchFn, path, isOver }: ReceiptCheck,
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
    const serverTime = Date.parse(response.headers.get('Date') ?? '')
    if (isOver?.(response.status)) return { missing: [], serverTime }
    const { data } = z.safeParse(ReceiptsResponse, response.ok ? await response.json() : null)
    return data ? { ...data, serverTime } : 'failed'
  } catch {
    return 'offline'
  } finally {
    cancelTimeout()
  }
}
