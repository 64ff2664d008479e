import { Problem } from '#server/problem.ts'

/**
 * Runs work of the same key one after the other. Refuses with 503 where too many wait for a key already, or one has
 * waited too long: its connection would be closed before an answer.
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
