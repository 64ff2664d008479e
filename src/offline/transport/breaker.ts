import type { Clock } from '#src/offline/model/clock.ts'
import { HOUR_MS } from './backoff.ts'

/** Failures in a row after which nothing more is sent until a probe comes back. */
const FAILURES = 3
/** Probes: at once, then after these waits, then each time after the last one: back within 35 s, at most 20 in 10 minutes. */
const PROBE_WAITS_MS = [0, 5_000, 10_000, 20_000, 34_000]
const HIDDEN_WAIT_MS = 5 * 60_000

/** Stops a queue from hammering at a network or a server that is not there (docs/offline.md#retries). One per page or worker. */
export interface Breaker {
  /** Whether an operation may be sent now. */
  isClosed(): boolean
  /** Something passed that only our server can have said. */
  succeeded(): void
  /** The network failed, nobody answered in time, somebody else answered, or the server cannot serve. */
  failed(): void
  /** The server asked for a pause (429, 503): nothing goes to it before that. */
  pause(ms: number): void
  /** When to probe next, or when the pause is over, ms since 1970; null while closed. */
  nextProbeAt(): number | null
  /** An event or the person asks: the next probe may go at once. A pause that the server asked for stays. */
  nudge(): void
  /** A probe is about to go. */
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
      return Math.max(probeAt, isPaused() ? pausedUntil : 0)
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
