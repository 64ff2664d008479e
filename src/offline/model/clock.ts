/** Time, as the runner sees it; tests hand in their own. */
export interface Clock {
  /** Milliseconds since 1970 by the device's clock, which people may set. */
  now(): number
  /** Runs `act` once after `delayMs`; returns the way to call it off. */
  after(delayMs: number, act: () => void): () => void
}

/** Timers cannot wait longer than this; a longer wait fires early and is then waited again. */
const LONGEST_TIMER_MS = 2 ** 31 - 1

export const deviceClock: Clock = {
  now: () => Date.now(),
  after(delayMs, act) {
    const timer = setTimeout(act, Math.min(Math.max(0, delayMs), LONGEST_TIMER_MS))
    return () => clearTimeout(timer)
  },
}
