import { Problem } from './problem.ts'

/** Runs at most `running` tasks at a time and queues at most `waiting`. Rejects further tasks with 503. */
export function limitConcurrency(limits: { running: number; waiting: number }) {
  const queue: (() => void)[] = []
  let running = 0

  return async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (running >= limits.running) {
      if (queue.length >= limits.waiting) throw new Problem('unavailable', { retryAfter: 2 })
      await new Promise<void>((go) => queue.push(go))
    } else {
      running += 1
    }
    try {
      return await work()
    } finally {
      const next = queue.shift()
      if (next) next()
      else running -= 1
    }
  }
}
