/** Above this number of queries waiting for a database connection, requests wait in the admission queue. */
const QUERIES_WAITING_MAX = 20
/**
 * Longest wait before a request is rejected. With the processing that follows, a response takes under a second.
 */
const WAIT_MAX_MS = 600

/** A pool, or the part of it that a fleet may use. */
interface Connections {
  readonly waitingCount: number
  on(event: 'release', listener: () => void): unknown
}

/**
 * Admits requests at the rate that the database sustains, in order of arrival. Queued requests cost nothing, so a rush
 * does not slow down those already admitted. Without the queue, a few hundred requests with several queries each delay
 * each other beyond every limit, and almost none succeeds.
 */
export function createAdmissionQueue(pool: Connections) {
  const queue = new Set<(isIn: boolean) => void>()
  const isBusy = () => pool.waitingCount > QUERIES_WAITING_MAX

  /** Admits one request per event loop turn, so that its first query counts before the next check. */
  function admit() {
    if (isBusy()) return
    const [first] = queue
    first?.(true)
    if (queue.size > 0) setImmediate(admit)
  }
  pool.on('release', admit)

  return {
    /** Resolves to whether the request was admitted. */
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
