import type { OutboxStatus, RunResult } from '#src/offline/model/api/outbox-api.ts'
import type { PageEvents, WakeUp } from '#src/offline/model/page-events.ts'
import { hasQueued, type RoundParts, releaseOneForProbe, round, waitAfterMs } from './round.ts'
import type { RunReport } from './run.ts'
import { createWakeSignal } from './wake-signal.ts'

export interface Engine {
  /** There may be work. */
  wake(): void
  /** The person, or an event, wants it now: probes a network that was down, and lets one waiting operation go at once. */
  nudge(): void
  /** One run now, or the one that is under way. */
  flush(): Promise<RunResult>
  stop(): Promise<void>
}

export interface EngineParts extends Omit<RoundParts, 'wakeSignal'> {
  page: PageEvents
  /** How the network showed itself last. */
  network(): OutboxStatus['network']
}

/**
 * Decides when to run (docs/offline.md#runner): on each new entry, at boot, when the page comes back, when the network
 * does, when a wait is over, and every 30 seconds in any case. Runs once at a time.
 */
export function startEngine(parts: EngineParts): Engine {
  const { context, page, probe, network } = parts
  const { clock, breaker, onContact } = context
  const wakeSignal = createWakeSignal()
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
    current = round({ ...parts, wakeSignal }, stopping.signal)
    void current.then((report) => {
      current = null
      wakeIn(isWanted ? 0 : waitAfterMs(context, report))
    })
  }

  function onEvent(why: WakeUp): void {
    if (why === 'offline') onContact('offline')
    else {
      nudge()
      void lookAround()
    }
  }

  /** Says how the network is, when there is nothing to send that would show it. */
  async function lookAround(): Promise<void> {
    if (network() === 'online' || (await hasQueued(context).catch(() => true))) return
    onContact(await probe())
  }

  function nudge(): void {
    if (isStopped) return
    // A page that was frozen or left comes back: the run that was called off then is over.
    if (stopping.signal.aborted) stopping = new AbortController()
    breaker.nudge()
    void releaseOneForProbe(context).then(wake, wake)
  }

  /** What is on the wire is called back; it is tried again under its key. */
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
    async stop() {
      isStopped = true
      ignore()
      leave()
      await current
    },
  }
}
