import { setTimeout as sleep } from 'node:timers/promises'
import type { Postmaster } from './postmaster.ts'

type Supervisor = { current(): Postmaster; isRunning(): boolean; stop(): Promise<void> }

const longestPauseMs = 10_000

/**
 * Watches a running postmaster and restarts it when it dies (out of memory, killed by an administrator), first at once
 * and then with growing delays, until `stop` is called.
 */
export function supervisePostmaster(
  first: Postmaster,
  actions: {
    start(): Promise<Postmaster>
    stop(postmaster: Postmaster): Promise<void>
    log(message: string): void
  },
): Supervisor {
  const stopped = new AbortController()
  let current = first
  let isRunning = true
  let restarting = Promise.resolve()

  const restart = async () => {
    for (let pauseMs = 100; !stopped.signal.aborted; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
      try {
        current = await actions.start()
        isRunning = true
        actions.log(`PostgreSQL runs again as process ${current.pid}`)
        return
      } catch (error) {
        actions.log(`PostgreSQL does not start again yet: ${(error as Error).message}`)
        await sleep(pauseMs, undefined, { ref: false, signal: stopped.signal }).catch(() => {})
      }
    }
  }

  const watch = async () => {
    while (!stopped.signal.aborted) {
      await current.exited
      isRunning = false
      if (stopped.signal.aborted) return
      actions.log(`PostgreSQL (process ${current.pid}) ended by itself`)
      restarting = restart()
      await restarting
    }
  }
  watch()

  return {
    current: () => current,
    isRunning: () => isRunning,
    async stop() {
      stopped.abort()
      await restarting
      if (isRunning) await actions.stop(current)
    },
  }
}
