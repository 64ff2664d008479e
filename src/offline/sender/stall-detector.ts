import type { Clock } from '#src/offline/model/clock.ts'
import { readMeta } from '#src/offline/storage/meta.ts'
import type { Store } from '#src/offline/storage/store.ts'

/** A sender renews its lease every 15 s; in a hidden tab browsers let it do so once a minute. */
const STALLED_MS = 70_000

/**
 * Watches the one that holds the right to send, while it is not us. Answers true when it has not renewed its lease for
 * 70 s: its page is frozen with the lock in its hands, as phones do to tabs in the background. Should it live after all,
 * its next write is refused, and the server knows the keys of both (docs/offline.md row 35).
 */
export function createStallDetector(store: Store, clock: Clock): () => Promise<boolean> {
  let seen: { lease: string; since: number } | null = null
  return async () => {
    const kept = await store.read(() => readMeta(store.db, 'lease'))
    // On a full disk there is none, and silence says nothing.
    if (kept === null) return false
    const lease = JSON.stringify(kept)
    const now = clock.now()
    if (seen?.lease !== lease || now < seen.since) seen = { lease, since: now }
    return now - seen.since >= STALLED_MS
  }
}
