import type { Clock } from '#src/offline/model/clock.ts'
import { readMeta } from '#src/offline/storage/meta.ts'
import type { Store } from '#src/offline/storage/store.ts'

/** A sender renews its lease every 15 s; browsers throttle this to once a minute in a hidden tab. */
const STALLED_MS = 70_000

/**
 * Returns a check whether another sender has stalled: it holds the lock but has not renewed its lease for 70 s. That
 * happens when a phone freezes a tab in the background. If the tab resumes later, its next write is rejected, and the
 * server knows the keys of both senders (docs/offline.md row 35).
 */
export function createStallDetector(store: Store, clock: Clock): () => Promise<boolean> {
  let seen: { lease: string; since: number } | null = null
  return async () => {
    const stored = await store.read(() => readMeta(store.db, 'lease'))
    // On a full disk there is no lease, so its age proves nothing.
    if (stored === null) return false
    const lease = JSON.stringify(stored)
    const now = clock.now()
    if (seen?.lease !== lease || now < seen.since) seen = { lease, since: now }
    return now - seen.since >= STALLED_MS
  }
}
