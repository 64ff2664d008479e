import * as z from 'zod/mini'
import { SYNC_PAGE_MAX } from '#domain/core/limits.ts'
import type { RefreshResult } from '#src/offline/model/api/cache-api.ts'
import type { Clock } from '#src/offline/model/clock.ts'
import { nextTask } from '#src/offline/model/next-task.ts'
import { scopeHeader } from '#src/offline/model/scope.ts'
import type { CacheDb, SyncStateRow } from '#src/offline/storage/cache-db.ts'
import type { Reconnect } from '#src/offline/storage/reconnect.ts'
import type { RequestIdentity } from '#src/offline/transport/build-request.ts'
import { applyChanges, readChanges, SYNCED_TABLES, SyncPage } from './apply-changes.ts'
import { beginResync, finishResync } from './resync.ts'

const PAGE_TIMEOUT_MS = 30_000
const PAGE_ROWS_MIN = 50
/** Twice the rows of a page that took no longer than this arrive well within the time limit. */
const FAST_PAGE_MS = PAGE_TIMEOUT_MS / 4

export interface PullContext {
  db: CacheDb
  withReconnect: Reconnect
  clock: Clock
  sender: RequestIdentity
  fetch: typeof fetch
  /** Limit of the next page. It follows the speed of the connection, so it outlasts a pull. */
  pageSize: { rows: number }
  /** Number of times that all copies were dropped. */
  drops(): number
  /** Entities whose deletion from this device was acknowledged. */
  deletedHere(): Promise<ReadonlySet<string>>
  /** Called with each response before it is applied; the response must not be applied now unless it returns 'go on'. */
  onResponse(epoch: string | null, isResync: boolean): Promise<'go on' | 'offline' | 'failed'>
  /** Called after the last page. */
  onComplete(end: PullEnd): void
}

export interface PullEnd {
  /** The server withholds changes that a later pull returns. */
  isWithheld: boolean
  /** The cursor moved, so what is withheld now is not what was withheld before. */
  hasMoved: boolean
}

/**
 * Pulls the server's changes page by page. A page and its cursor are written together, so that an interruption costs
 * nothing. 410: everything is pulled again, over the existing rows (`resync.ts`). The outbox is not touched.
 */
export async function pull(context: PullContext): Promise<RefreshResult> {
  let hasRestarted = false
  for (;;) {
    const drops = context.drops()
    const { cursor } = await stateOf(context)
    const requestedAt = context.clock.now()
    const { page, epoch } = await fetchPage(context, cursor)
    if (page === 'slow') continue
    const isResponse = page === 'resync' || typeof page !== 'string'
    const next = isResponse ? await context.onResponse(epoch, page === 'resync') : 'go on'
    if (next !== 'go on') return next
    if (page === 'resync' && !hasRestarted) {
      hasRestarted = true
      await beginResync(context, cursor)
    } else if (typeof page === 'string') return page === 'resync' ? 'failed' : page
    const end =
      typeof page === 'string' ? 'more' : await storePage(context, { cursor, drops, requestedAt }, page)
    if (end === 'dropped') return 'offline'
    if (end === 'complete' && typeof page !== 'string') {
      context.onComplete({ isWithheld: page.withheld ?? false, hasMoved: page.next !== cursor })
      return 'fresh'
    }
  }
}

/** Clears the synced tables and the cursor, without the cached files. */
export async function clearRows({
  db,
  withReconnect,
}: Pick<PullContext, 'db' | 'withReconnect'>): Promise<void> {
  const tables = tablesOf(db)
  await withReconnect(() =>
    db.transaction('rw', tables, async () => {
      for (const table of tables) await table.clear()
    }),
  )
}

const tablesOf = (db: CacheDb) => [...SYNCED_TABLES.map((name) => db.table(name)), db.syncState, db.received]

async function stateOf({ db, withReconnect }: PullContext): Promise<SyncStateRow> {
  const state = await withReconnect(() => db.syncState.get('all'))
  return state ?? { scope: 'all', cursor: null, completedAt: null }
}

/** Writes a page unless another tab has moved the cursor, or the copies were dropped, since it was requested. */
async function storePage(
  context: PullContext,
  { cursor, drops, requestedAt }: { cursor: string | null; drops: number; requestedAt: number },
  page: SyncPage,
): Promise<'complete' | 'more' | 'dropped'> {
  const { db, withReconnect, clock } = context
  const changes = await readChanges(page.changes)
  if (changes.unreadable > 0) console.error(`${changes.unreadable} rows of the server were not understood`)
  // Read last: a deletion acknowledged before the transaction must be in it.
  const deletedHere = await context.deletedHere()
  const tables = [...tablesOf(db), db.docBlobs]
  return withReconnect(() =>
    db.transaction('rw', tables, async () => {
      const state = await db.syncState.get('all')
      if (context.drops() !== drops) return 'dropped'
      if ((state?.cursor ?? null) !== cursor) return 'more'
      await applyChanges(db, changes, deletedHere)
      const storedAt = clock.now()
      const isWhole = !page.hasMore && !page.withheld
      // The server lists an entity when its last change is no longer withheld, so only then is a missing one gone.
      const isResync = state?.isResync === true && !isWhole
      if (state?.isResync && isWhole) await finishResync(db, SYNCED_TABLES)
      const hasOldRows = isResync && state?.completedAt != null
      const completedAt = page.hasMore || hasOldRows ? (state?.completedAt ?? null) : storedAt
      // Earlier builds stored only `completedAt`, which this page may move.
      const pulledAt = isWhole ? requestedAt : (state?.pulledAt ?? state?.completedAt ?? undefined)
      await db.syncState.put({ scope: 'all', cursor: page.next, completedAt, storedAt, pulledAt, isResync })
      return page.hasMore ? 'more' : 'complete'
    }),
  )
}

/** Requests a page. 'slow': its time limit passed while it was arriving, and the next request gets a smaller one. */
async function fetchPage(
  { clock, sender, fetch: fetchFn, pageSize }: PullContext,
  cursor: string | null,
): Promise<{ page: SyncPage | 'resync' | 'slow' | Exclude<RefreshResult, 'fresh'>; epoch: string | null }> {
  const { rows } = pageSize
  const query = new URLSearchParams({ limit: String(rows), ...(cursor === null ? {} : { cursor }) })
  const timeout = new AbortController()
  const cancelTimeout = clock.after(PAGE_TIMEOUT_MS, () => timeout.abort())
  const requestedAt = clock.now()
  let isArriving = false
  try {
    const response = await fetchFn(`${sender.baseUrl}/api/v4/sync?${query}`, {
      headers: {
        Accept: 'application/json',
        'App-Name': sender.appName,
        'X-Wheelbook-Scope': scopeHeader(sender.scope),
      },
      cache: 'no-store',
      redirect: 'error',
      signal: timeout.signal,
    })
    isArriving = true
    const epoch = response.headers.get('X-Server-Epoch')
    const page = await pageIn(response)
    if (typeof page !== 'string' && clock.now() - requestedAt <= FAST_PAGE_MS)
      pageSize.rows = Math.min(rows * 2, SYNC_PAGE_MAX)
    return { page, epoch }
  } catch {
    if (timeout.signal.aborted) pageSize.rows = Math.max(Math.floor(rows / 2), PAGE_ROWS_MIN)
    return { page: isArriving && pageSize.rows < rows ? 'slow' : 'offline', epoch: null }
  } finally {
    cancelTimeout()
  }
}

async function pageIn(response: Response): Promise<SyncPage | 'resync' | Exclude<RefreshResult, 'fresh'>> {
  if (response.headers.get('X-Wheelbook-Api') !== '1') return 'offline'
  if (response.status === 401) return 'auth'
  if (response.status === 410) return 'resync'
  if (!response.ok) return 'failed'
  const body: unknown = await response.json()
  // Reading and checking a page of 2,000 rows in one task would block the page.
  await nextTask()
  return z.safeParse(SyncPage, body).data ?? 'failed'
}
