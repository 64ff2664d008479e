import { deviceClock } from './clock.ts'
import { mergeConflicts } from './commands/resolve.ts'
import { newId } from './ids.ts'
import type { RunEnd } from './outbox-api.ts'
import type { Running } from './run/attempt.ts'
import { barOf } from './run/claim.ts'
import { run } from './run/run.ts'
import { watchHolder } from './run/stalled.ts'
import { nothingUnnoted } from './run/unnoted.ts'
import type { Scope } from './scope.ts'
import { makeBreaker } from './send/breaker.ts'
import { fetchTransport } from './send/transport.ts'
import { cacheDb } from './snapshots/cache-db.ts'
import { keepAcked } from './snapshots/keep-acked.ts'
import { healing } from './store/heal.ts'
import { readMeta } from './store/meta.ts'
import { outboxesHere } from './store/others.ts'
import { openStore, type Store } from './store/store.ts'

/** A browser ends a worker's event after some minutes; what is then on the wire is tried again under its key. */
const BUDGET_MS = 120_000
const CALL_BACK_MS = 150_000
/** While a page sends, the worker waits this long to go on where it stops. */
const WAIT_FOR_PAGE_MS = 100_000

/**
 * Sends what waits on this device, from the service worker, for each user who is not signed out, and waits for what may
 * be tried again within its time. It never enqueues (docs/offline.md#service-worker).
 * @returns whether work is left that a later wake-up should try again
 */
export async function sendFromWorker(): Promise<boolean> {
  let isWorkLeft = false
  for (const scope of await outboxesHere()) {
    const store = await openStore(scope, deviceClock)
    try {
      if (await sendOne(scope, store)) isWorkLeft = true
    } finally {
      store.close()
    }
  }
  return isWorkLeft
}

async function sendOne(scope: Scope, store: Store): Promise<boolean> {
  if ((await barOf(store.db)) !== null || !(await hasWork(store))) return false
  const cache = cacheDb(scope)
  try {
    const running: Running = {
      store,
      clock: deviceClock,
      random: Math.random,
      isVisible: () => true,
      breaker: makeBreaker(deviceClock, () => true),
      transport: fetchTransport(deviceClock, (...request) => fetch(...request)),
      sender: { scope, appName: await readMeta(store.db, 'appName'), baseUrl: '' },
      onAcked: keepAcked(cache, healing(cache, deviceClock)),
      onContact: () => {},
      unnoted: nothingUnnoted(),
    }
    const limits = { signal: AbortSignal.timeout(CALL_BACK_MS), owner: newId() }
    const until = deviceClock.now() + BUDGET_MS
    const budgetMs = () => until - deviceClock.now()
    const isHolderStalled = watchHolder(store, deviceClock)
    await isHolderStalled()
    const patience = { waitMs: WAIT_FOR_PAGE_MS }
    let report = await run(running, { ...limits, budgetMs: budgetMs(), patience })
    if (report.end === 'busy' && (await isHolderStalled()))
      report = await run(running, { ...limits, budgetMs: budgetMs(), patience: 'steal' })
    // What a page tried in vain waits for its next turn; the browser's next event may be many minutes away.
    while (report.end === 'waiting' && report.nextAt !== null && report.nextAt < until) {
      await untilTime(report.nextAt)
      report = await run(running, { ...limits, budgetMs: budgetMs(), patience })
    }
    if ((await mergeConflicts(store)) > 0) return true
    return mayLeaveWork(report.end, limits.signal) && (await hasWork(store))
  } finally {
    cache.close()
  }
}

const hasWork = async (store: Store): Promise<boolean> => {
  const { entries, files } = await store.read(() => readMeta(store.db, 'counters'))
  return entries + files > 0
}

const untilTime = (at: number): Promise<void> =>
  new Promise((resolve) => {
    deviceClock.after(at - deviceClock.now(), resolve)
  })

/** Whether a later wake-up could get on; a run that was called back for lack of time left something on the wire. */
const mayLeaveWork = (end: RunEnd, { aborted }: AbortSignal): boolean =>
  end !== 'empty' && end !== 'auth' && (end !== 'stopped' || aborted)
