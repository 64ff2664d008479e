/** First bound, and the longest ones. A second would be usual; a quarter of it drains a queue with 30 % faults in time. */
const FIRST_MS = 250
const VISIBLE_CAP_MS = 60_000
const HIDDEN_CAP_MS = 5 * 60_000
/** What is stuck is tried once in this time. Also the longest that a server can ask us to wait. */
export const HOUR_MS = 3_600_000

/**
 * How long an operation waits after its `attempts`-th failure: a random time up to a bound that doubles. What the server
 * asked for goes before.
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

/** Whether an operation may go. A time further off than any wait that exists comes from a clock that was set back. */
export const isDue = (nextAt: number, now: number): boolean => nextAt <= now || nextAt > now + HOUR_MS
