import type { OfflineCache, RefreshResult } from '#src/offline/model/api/cache-api.ts'
import type { OutboxStatus } from '#src/offline/model/api/outbox-api.ts'
import type { Clock } from '#src/offline/model/clock.ts'
import type { Watched } from '#src/offline/model/live.ts'
import type { PageEvents } from '#src/offline/model/page-events.ts'
import type { PullEnd } from './pull.ts'

/** An acknowledged write may have changed other rows on the server: they are pulled this long after the last one. */
const AFTER_SENDING_MS = 2_000
/**
 * Limits of the pause before withheld changes are pulled again. Between them, the pause equals the time that changes have
 * been withheld so far, so that pauses double.
 */
const WITHHELD_MIN_MS = 500
const WITHHELD_MAX_MS = 60_000
const ROUND_MS = 5 * 60_000
const OFFLINE_ROUND_MS = 30_000

interface RefreshParts {
  cache: OfflineCache
  clock: Clock
  page: PageEvents
  network: Watched<OutboxStatus['network']>
  /** Whether the outbox has queued operations and therefore probes the network itself. */
  isProbed(): Promise<boolean>
  lastRefresh: Watched<RefreshResult | null>
}

/**
 * Refreshes the copies at start, when page or network return, after sending, while the server withholds changes, and
 * every five minutes while visible.
 */
export function createRefreshLoop({ cache, clock, page, network, isProbed, lastRefresh }: RefreshParts) {
  let cancel = () => {}
  let ignore = () => {}
  let isOn = false
  /** When a refresh is due that must not be postponed, even if one that began earlier ends meanwhile. Null: none. */
  let dueAt: number | null = null
  /** Since when the same changes have been withheld. Null: the last pull had none withheld. */
  let withheldSince: number | null = null

  function refreshIn(ms: number): void {
    if (dueAt !== null) return
    cancel()
    cancel = clock.after(ms, () => page.isVisible() && lookAgain())
  }

  /** While entries wait, their probes detect the network, and sending them triggers a refresh. */
  async function lookAgain(): Promise<void> {
    if (network.value() === 'offline' && (await isProbed().catch(() => false)))
      return refreshIn(OFFLINE_ROUND_MS)
    await refresh()
  }

  async function refresh(): Promise<void> {
    cancel()
    dueAt = null
    const end = await cache.refresh().catch((error: unknown) => {
      if (isOn) console.error('The copies could not be refreshed', error)
      return 'failed' as const
    })
    if (!isOn) return
    lastRefresh.set(end)
    if (end === 'offline' && network.value() !== 'portal') network.set('offline')
    if (end === 'fresh' || end === 'auth') network.set('online')
    // Sooner without network: nothing else may detect that it is back.
    refreshIn(end === 'offline' ? OFFLINE_ROUND_MS : ROUND_MS)
  }

  function refreshSoon(ms: number, isWanted = () => true): void {
    if (!isOn) return
    cancel()
    dueAt = clock.now() + ms
    cancel = clock.after(ms, () => {
      dueAt = null
      if (isWanted()) void refresh()
      else refreshIn(ROUND_MS)
    })
  }

  return {
    start() {
      if (!isOn) {
        ignore = page.listen(
          (why) => void (why !== 'offline' && refresh()),
          () => {},
        )
      }
      isOn = true
      void refresh()
    },
    now: () => void (isOn && refresh()),
    soon: () => refreshSoon(AFTER_SENDING_MS),
    /** Reports a complete pull. What it did not bring is pulled soon; nothing else announces it. */
    pulled({ isWithheld, hasMoved }: PullEnd) {
      if (!isWithheld || hasMoved) withheldSince = null
      if (!isWithheld) return
      withheldSince ??= clock.now()
      const pause = Math.min(Math.max(clock.now() - withheldSince, WITHHELD_MIN_MS), WITHHELD_MAX_MS)
      // Hidden pages refresh when they are visible again.
      if (dueAt === null || clock.now() + pause < dueAt) refreshSoon(pause, () => page.isVisible())
    },
    stop() {
      isOn = false
      dueAt = null
      withheldSince = null
      cancel()
      ignore()
    },
  }
}
