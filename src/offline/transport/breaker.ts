import type { Clock } from '#src/offline/model/clock.ts'
import { HOUR_MS } from './backoff.ts'

/** Consecutive failures after which nothing is sent until a probe succeeds. */
const FAILURES = 3
/**
 * Delays between probes after an immediate first one; the last delay repeats. Recovers within 35 s; at most 20 in 10
 * minutes.
 */
const PROBE_WAITS_MS = [0, 5_000, 10_000, 20_000, 34_000]
const HIDDEN_WAIT_MS = 5 * 60_000

/** Stops a queue from flooding an unreachable network or server (docs/offline.md#retries). One per page or worker. */
export interface Breaker {
  /** Whether an operation may be sent now. */
  isClosed(): boolean
  /** Records a response that only our server can have sent. */
  succeeded(): void
  /** Records a network failure, a timeout, a foreign response, or an unavailable server. */
  failed(): void
  /** Pauses as the server requested (429, 503). */
  pause(ms: number): void
  /** Time of the next probe or the end of the pause, ms since 1970; null while closed. */
  nextProbeAt(): number | null
  /** Allows the next probe at once, after an event or a user action. A requested pause stays. */
  nudge(): void
  /** Call it before each probe. */
  probing(): void
}

export function createBreaker(clock: Clock, isVisible: () => boolean): Breaker {
  let failures = 0
  let probes: number | null = null
  let probeAt = 0
  let pausedUntil = 0
  const isPaused = () => pausedUntil > clock.now() && pausedUntil <= clock.now() + HOUR_MS
  return {
    isClosed: () => probes === null && !isPaused(),
    succeeded() {
      failures = 0
      probes = null
    },
    failed() {
      failures += 1
      if (failures < FAILURES || probes !== null) return
      probes = 0
      probeAt = clock.now()
    },
    pause(ms) {
      pausedUntil = Math.max(pausedUntil, clock.now() + Math.min(ms, HOUR_MS))
    },
    nextProbeAt() {
      if (probes === null) return isPaused() ? pausedUntil : null
      const now = clock.now()
      // The clock was set back if the probe is further away than any delay.
      const dueAt = probeAt > now + HIDDEN_WAIT_MS ? now : probeAt
      return Math.max(dueAt, isPaused() ? pausedUntil : 0)
    },
    nudge() {
      probeAt = clock.now()
    },
    probing() {
      if (probes === null) return
      probes += 1
      const wait = PROBE_WAITS_MS[Math.min(probes, PROBE_WAITS_MS.length - 1)] ?? 0
      probeAt = clock.now() + (isVisible() ? wait : Math.max(wait, HIDDEN_WAIT_MS))
    },
  }
}
