import { setTimeout as sleep } from 'node:timers/promises'

/** Calls `round` again and again, with a pause after each, until it is stopped; a failure ends one round, not the rest. */
export function pollLoop(round: () => Promise<unknown>, pauseMs: number, onFault: (error: Error) => void) {
  const stopping = new AbortController()
  let running: Promise<void> | undefined
  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      await round().catch(onFault)
      await sleep(pauseMs, undefined, { signal: stopping.signal, ref: false }).catch(() => {})
    }
  }
  return {
    start() {
      running ??= run()
    },
    /** Ends after the round that is under way. */
    async stop() {
      stopping.abort()
      await running
    },
  }
}
