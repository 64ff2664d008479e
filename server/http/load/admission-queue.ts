import type { Pool } from 'pg'

/** Queries that wait for a connection to the database; while there are more, requests wait at the door. */
const QUERIES_WAITING_MAX = 20
/** Who has waited so long is turned away: with what comes behind the door, an answer takes less than a second. */
const WAIT_MAX_MS = 600

/**
 * Lets requests in as fast as the database takes them, in the order in which they came. Those that wait outside cost
 * nothing, so a rush does not eat up the time of those that are in; without it a few hundred of them, each with a few
 * queries, push each other past every limit, and nearly none is served.
 */
export function createAdmissionQueue(pool: Pick<Pool, 'waitingCount' | 'on'>) {
  const queue = new Set<(isIn: boolean) => void>()
  const isBusy = () => pool.waitingCount > QUERIES_WAITING_MAX

  /** One, and by the next turn its first query counts. */
  function admit() {
    if (isBusy()) return
    const [first] = queue
    first?.(true)
    if (queue.size > 0) setImmediate(admit)
  }
  pool.on('release', admit)

  return {
    /** Resolves with whether the request may come in. */
    enter(): Promise<boolean> | boolean {
      if (queue.size === 0 && !isBusy()) return true
      return new Promise((resolve) => {
        const leave = (isIn: boolean) => {
          clearTimeout(timer)
          queue.delete(leave)
          resolve(isIn)
        }
        const timer = setTimeout(leave, WAIT_MAX_MS, false)
        queue.add(leave)
      })
    },
  }
}
