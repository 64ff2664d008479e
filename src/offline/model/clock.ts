/** Time source of the sender; tests inject their own. */
export interface Clock {
  /** Milliseconds since 1970 by the device's clock, which the user can change. */
  now(): number
  /** Runs `act` once after `delayMs`. Returns a function that cancels it. */
  after(delayMs: number, act: () => void): () => void
}

/** Timers cannot wait longer than this. A longer wait fires early and is scheduled again. */
const LONGEST_TIMER_MS = 2 ** 31 - 1

export const deviceClock: Clock = {
  now: () => Date.now(),
  after(delayMs, act) {
    const timer = setTimeout(act, Math.min(Math.max(0, delayMs), LONGEST_TIMER_MS))
    return () => clearTimeout(timer)
  },
}
