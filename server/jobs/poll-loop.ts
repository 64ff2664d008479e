import { setTimeout as sleep } from 'node:timers/promises'

/** Calls `round` repeatedly, with a delay after each, until it is stopped. A failure ends only that round. */
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
    /** Stops after the current round. */
    async stop() {
      stopping.abort()
      await running
    },
  }
}
