import type { OutboxStatus, RunResult } from '#src/offline/model/api/outbox-api.ts'
import type { PageEvents, WakeUp } from '#src/offline/model/page-events.ts'
import {
  hasQueued,
  type RoundParts,
  releaseBlocked,
  releaseOneForProbe,
  round,
  waitAfterMs,
} from './round.ts'
import type { RunReport } from './run.ts'
import { createWakeSignal } from './wake-signal.ts'

export interface Engine {
  /** Signals that there may be work. */
  wake(): void
  /** The user, or an event, wants to send now: probes a network that was down and releases one waiting operation. */
  nudge(): void
  /** Runs once now, or returns the current run. */
  flush(): Promise<RunResult>
  /** Calls `listener` when a run sends nothing but files. Returns a function that stops it. */
  onOnlyFiles(listener: () => void): () => void
  stop(): Promise<void>
}

export interface EngineParts extends Omit<RoundParts, 'wakeSignal' | 'onOnlyFiles'> {
  page: PageEvents
  /** Last known state of the network. */
  network(): OutboxStatus['network']
}

/**
 * Decides when to run (docs/offline.md#runner): on each new entry, at boot, when the page or the network returns, when
 * a retry is due, and at least every 30 seconds. Runs once at a time.
 */
export function startEngine(parts: EngineParts): Engine {
  const { context, page, probe, network } = parts
  const { clock, breaker, onContact } = context
  const wakeSignal = createWakeSignal()
  // A run that sends files looks for entries again, because it may have found none before.
  const onlyFiles = createListeners(() => wakeSignal.notify())
  let stopping = new AbortController()
  let isStopped = false
  let current: Promise<RunReport> | null = null
  let isWanted = false
  let cancelTimer = () => {}
  const ignore = page.listen(onEvent, leave)
  wakeIn(0)

  function wakeIn(ms: number): void {
    cancelTimer()
    if (!isStopped) cancelTimer = clock.after(Math.max(0, ms), wake)
  }

  function wake(): void {
    if (isStopped || stopping.signal.aborted) return
    isWanted = current !== null
    if (isWanted) {
      wakeSignal.notify()
      return
    }
    cancelTimer()
    current = round({ ...parts, wakeSignal, onOnlyFiles: onlyFiles.notify }, stopping.signal)
    void current.then((report) => {
      current = null
      wakeIn(isWanted ? 0 : waitAfterMs(context, report))
    })
  }

  function onEvent(why: WakeUp): void {
    if (why === 'offline') onContact('offline')
    else {
      if (why === 'online') void releaseBlocked(context).then(wake, wake)
      nudge()
      void lookAround()
    }
  }

  /** Checks the network when nothing is queued that would reveal its state. */
  async function lookAround(): Promise<void> {
    if (network() === 'online' || (await hasQueued(context).catch(() => true))) return
    onContact(await probe())
  }

  function nudge(): void {
    if (isStopped) return
    // A frozen or hidden page is back; the run that was aborted then is over.
    if (stopping.signal.aborted) stopping = new AbortController()
    breaker.nudge()
    void releaseOneForProbe(context).then(wake, wake)
  }

  /** Aborts requests in flight; they are retried under their keys. */
  function leave(): void {
    stopping.abort()
    cancelTimer()
  }

  return {
    wake,
    nudge,
    async flush() {
      if (!current) wake()
      return (await current)?.end ?? 'stopped'
    },
    onOnlyFiles: onlyFiles.add,
    async stop() {
      isStopped = true
      ignore()
      leave()
      await current
    },
  }
}

function createListeners(onAdded: () => void) {
  const listeners = new Set<() => void>()
  return {
    add(listener: () => void): () => void {
      listeners.add(listener)
      onAdded()
      return () => void listeners.delete(listener)
    },
    notify(): void {
      for (const listener of listeners) listener()
    },
  }
}
