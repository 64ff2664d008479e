/**
 * First bound, and the maximum bounds. A second would be usual; a quarter drains a queue with 30 % failures in time.
 */
const FIRST_MS = 250
const VISIBLE_CAP_MS = 60_000
const HIDDEN_CAP_MS = 5 * 60_000
/** Interval between attempts of a stuck operation, and the longest accepted Retry-After. */
export const HOUR_MS = 3_600_000

/**
 * Returns the delay after the `attempts`-th failure: a random time up to a bound that doubles. Retry-After takes
 * precedence.
 * @param random from 0 to below 1
 */
export function backoffMs(
  attempts: number,
  retryAfterMs: number | null,
  isVisible: boolean,
  random: () => number,
): number {
  if (retryAfterMs !== null) return Math.min(retryAfterMs, HOUR_MS)
  const cap = isVisible ? VISIBLE_CAP_MS : HIDDEN_CAP_MS
  return random() * Math.min(cap, FIRST_MS * 2 ** Math.min(attempts, 20))
}

/** Whether an operation is due. A time further away than any possible delay comes from a clock that was set back. */
export const isDue = (nextAt: number, now: number): boolean => nextAt <= now || nextAt > now + HOUR_MS
