import { Problem } from '#server/problem.ts'

/**
 * Runs work of the same key one at a time. Rejects with 503 if the queue of a key is full, or after waiting too long,
 * because the connection would be closed before the response.
 */
export function serialByKey({ maxWaiting, timeoutMs }: { maxWaiting: number; timeoutMs: number }) {
  const waitingByKey = new Map<string, Set<() => void>>()
  const busy = () => new Problem('unavailable', { retryAfter: 2 })

  function waitForTurn(waiting: Set<() => void>): Promise<void> {
    if (waiting.size >= maxWaiting) throw busy()
    return new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => {
        waiting.delete(go)
        reject(busy())
      }, timeoutMs)
      const go = () => {
        clearTimeout(timer)
        resolve()
      }
      waiting.add(go)
    })
  }

  function endTurn(key: string): void {
    const waiting = waitingByKey.get(key)
    const [next] = waiting ?? []
    if (!waiting || !next) {
      waitingByKey.delete(key)
      return
    }
    waiting.delete(next)
    next()
  }

  return async function inTurn<T>(key: string, work: () => Promise<T>): Promise<T> {
    const waiting = waitingByKey.get(key)
    if (waiting) await waitForTurn(waiting)
    else waitingByKey.set(key, new Set())
    try {
      return await work()
    } finally {
      endTurn(key)
    }
  }
}
export type SerialByKey = ReturnType<typeof serialByKey>
