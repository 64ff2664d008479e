import type { RunResult } from './model/api/outbox-api.ts'
import { deviceClock } from './model/clock.ts'
import { newId } from './model/ids.ts'
import type { Scope } from './model/scope.ts'
import { mergeConflicts } from './queue/actions/resolve-conflict.ts'
import { blockReason } from './sender/claim.ts'
import { createStallDetector } from './sender/lock/stall-detector.ts'
import { run } from './sender/run.ts'
import type { SenderContext } from './sender/send-lane.ts'
import { createUnrecordedState } from './sender/unrecorded.ts'
import { checkShopReceipts, shopSenderContext } from './shop/shop-sender.ts'
import { cacheDb } from './storage/cache-db.ts'
import { readMeta } from './storage/meta.ts'
import { listOutboxes, listShopOutboxes } from './storage/other-outboxes.ts'
import { createReconnect } from './storage/reconnect.ts'
import { openStore, type Store } from './storage/store.ts'
import { applyAcknowledged } from './sync/apply-acknowledged.ts'
import { createBreaker } from './transport/breaker.ts'
import { fetchTransport } from './transport/transport.ts'

/** A browser ends a worker's event after some minutes; requests in flight are then retried under their keys. */
const BUDGET_MS = 120_000
const CALL_BACK_MS = 150_000
/** While a page sends, the worker waits this long to continue where the page stops. */
const WAIT_FOR_PAGE_MS = 100_000

/**
 * Sends all queued operations of this device from the service worker: those of each user who is not signed out, and of
 * each order of a shop. Waits for retries that are due within its time. It never enqueues
 * (docs/offline.md#service-worker).
 * @returns whether work is left for a later wake-up
 */
export async function sendFromWorker(): Promise<boolean> {
  let isWorkLeft = false
  for (const scope of [...(await listOutboxes()), ...(await listShopOutboxes())]) {
    try {
      if (await sendFor(scope)) isWorkLeft = true
    } catch (error) {
      // One outbox that cannot be opened must not stop the others.
      console.error('An outbox could not be sent from the worker', error)
      isWorkLeft = true
    }
  }
  return isWorkLeft
}

async function sendFor(scope: Scope): Promise<boolean> {
  const store = await openStore(scope, deviceClock)
  try {
    if ((await blockReason(store.db)) !== null) return false
    const send = () => (scope.shopOrderId === undefined ? sendForUser(store) : sendForShop(store))
    const isWorkLeft = (await hasWork(store)) && (await send())
    if (scope.shopOrderId === undefined || isWorkLeft) return isWorkLeft
    // After sending, because it takes long on a bad network.
    await checkReceipts(store, scope.shopOrderId)
    return (await hasWork(store)) && (await send())
  } finally {
    store.close()
  }
}

/** The page of an order may never be opened again. For users, each refresh of the page checks. */
async function checkReceipts(store: Store, orderId: number): Promise<void> {
  try {
    await checkShopReceipts(store, orderId, await readMeta(store.db, 'appName'))
  } catch (error) {
    console.error('The receipts of an order could not be checked', error)
  }
}

async function sendForUser(store: Store): Promise<boolean> {
  const cache = cacheDb(store.scope)
  try {
    return await sendOutbox({
      ...(await workerParts(store)),
      store,
      clock: deviceClock,
      random: Math.random,
      breaker: createBreaker(deviceClock, () => true),
      onAcked: applyAcknowledged(cache, createReconnect(cache, deviceClock)),
      unrecorded: createUnrecordedState(),
    })
  } finally {
    cache.close()
  }
}

async function sendForShop(store: Store): Promise<boolean> {
  return sendOutbox(shopSenderContext(store, await workerParts(store)))
}

/** What differs between a page and the worker. */
async function workerParts(store: Store) {
  return {
    isVisible: () => true,
    transport: fetchTransport(deviceClock, (...request) => fetch(...request)),
    sender: { scope: store.scope, appName: await readMeta(store.db, 'appName'), baseUrl: '' },
    onContact: () => {},
  }
}

async function sendOutbox(context: SenderContext): Promise<boolean> {
  const { store } = context
  const limits = { signal: AbortSignal.timeout(CALL_BACK_MS), owner: newId() }
  const until = deviceClock.now() + BUDGET_MS
  const budgetMs = () => until - deviceClock.now()
  const isHolderStalled = createStallDetector(store, deviceClock)
  await isHolderStalled()
  const lockMode = { waitMs: WAIT_FOR_PAGE_MS }
  let report = await run(context, { ...limits, budgetMs: budgetMs(), lockMode })
  if (report.end === 'busy' && (await isHolderStalled()))
    report = await run(context, { ...limits, budgetMs: budgetMs(), lockMode: 'steal' })
  // Operations that a page failed to send wait for their retry; the browser's next event may be many minutes away.
  while (report.end === 'waiting' && report.nextAt !== null && report.nextAt < until) {
    await untilTime(report.nextAt)
    report = await run(context, { ...limits, budgetMs: budgetMs(), lockMode })
  }
  if (store.scope.shopOrderId === undefined && (await mergeConflicts(store)) > 0) return true
  return mayLeaveWork(report.end, limits.signal) && (await hasWork(store))
}

const hasWork = async (store: Store): Promise<boolean> => {
  const { entries, files } = await store.read(() => readMeta(store.db, 'counters'))
  return entries + files > 0
}

const untilTime = (at: number): Promise<void> =>
  new Promise((resolve) => {
    deviceClock.after(at - deviceClock.now(), resolve)
  })

/** Whether a later wake-up could continue; a run aborted for lack of time left requests in flight. */
const mayLeaveWork = (end: RunResult, { aborted }: AbortSignal): boolean =>
  end !== 'empty' && end !== 'auth' && (end !== 'stopped' || aborted)
