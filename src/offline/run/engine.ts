import type { OutboxStatus, RunEnd } from '../outbox-api.ts'
import type { ProbeEnd } from '../send/probe.ts'
import { LANES, readOp } from '../store/op-row.ts'
import { changeOp } from '../store/store.ts'
import type { Running } from './attempt.ts'
import { LeaseLost } from './lease.ts'
import { type RunLimits, type RunReport, run } from './run.ts'
import type { PageEvents, WakeUp } from './wake-ups.ts'

/** The other tab, or the worker, sends; it may end just before our entry came in. */
const BUSY_MS = 2_000
/** After a fault of storage. */
const FAULT_MS = 5_000
/** Looks for work all the same, should every event have been missed. */
const ROUND_MS = 30_000

export interface Engine {
  /** There may be work. */
  wake(): void
  /** The person, or an event, wants it now: probes a network that was down, and lets one waiting operation go at once. */
  nudge(): void
  /** One run now, or the one that is under way. */
  flush(): Promise<RunEnd>
  stop(): Promise<void>
}

export interface EngineParts {
  running: Running
  page: PageEvents
  owner: string
  probe(): Promise<ProbeEnd>
  /** How the network showed itself last. */
  network(): OutboxStatus['network']
}

/**
 * Decides when to run (offline.md §3.4 and §3.5): on each new entry, at boot, when the page comes back, when the network
 * does, when a wait is over, and every 30 seconds in any case. Runs once at a time.
 */
export function startEngine({ running, page, owner, probe, network }: EngineParts): Engine {
  const { clock, breaker, onContact } = running
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
    if (current) {
      isWanted = true
      return
    }
    cancelTimer()
    current = once()
    void current.then((report) => {
      current = null
      if (isWanted) {
        isWanted = false
        wakeIn(0)
      } else wakeIn(waitAfter(report))
    })
  }

  async function once(): Promise<RunReport> {
    try {
      if (!(await hasLine(running))) return { end: 'empty', nextAt: null }
      if (!breaker.isClosed() && !(await tryNetwork())) return { end: 'offline', nextAt: null }
      const limits: RunLimits = {
        signal: stopping.signal,
        budgetMs: Number.POSITIVE_INFINITY,
        patience: 'none',
        owner,
      }
      return await run(running, limits)
    } catch (error) {
      if (error instanceof LeaseLost) return { end: 'busy', nextAt: null }
      if (isStopped) return { end: 'stopped', nextAt: null }
      console.error('A run of the outbox ended in an error', error)
      return { end: 'stopped', nextAt: clock.now() + FAULT_MS }
    }
  }

  /** Probes when it is time to. @returns whether operations may be sent again */
  async function tryNetwork(): Promise<boolean> {
    const probeAt = breaker.nextProbeAt()
    if (probeAt !== null && probeAt > clock.now()) return false
    breaker.probing()
    const found = await probe()
    onContact(found)
    if (found === 'online') breaker.succeeded()
    return breaker.isClosed()
  }

  function waitAfter(report: RunReport): number {
    const now = clock.now()
    const probeAt = breaker.nextProbeAt()
    if (probeAt !== null)
      return Math.min(probeAt - now, page.isVisible() ? Number.POSITIVE_INFINITY : ROUND_MS * 10)
    if (report.end === 'busy') return BUSY_MS
    if (report.end === 'work-left') return 0
    return Math.min(report.nextAt === null ? ROUND_MS : report.nextAt - now, ROUND_MS)
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
    if (network() === 'online' || (await hasLine(running).catch(() => true))) return
    onContact(await probe())
  }

  function nudge(): void {
    if (isStopped) return
    // A page that was frozen or left comes back: the run that was called off then is over.
    if (stopping.signal.aborted) stopping = new AbortController()
    breaker.nudge()
    void letOneGo(running).then(wake, wake)
  }

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

/** Whether anything stands in line at all; asked without lock or lease, so that an idle app writes nothing. */
async function hasLine({ store }: Running): Promise<boolean> {
  const head = store.db.ops.where('[queue+seq]').between(['', []], ['\uffff', []]).limit(1)
  return (await store.read(() => head.primaryKeys())).length > 0
}

/** One waiting operation goes at once, as a probe; all at once would be a stampede (offline.md §3.5). */
async function letOneGo({ store }: Running): Promise<void> {
  await store.writeForSending(async () => {
    const rows = await store.db.ops
      .where('[queue+seq]')
      .between([LANES.entry, []], [`${LANES.file}\uffff`, []])
      .limit(50)
      .toArray()
    const waiting = rows.map(readOp).find((op) => op?.state === 'retry' && op.nextAt > 0)
    if (waiting) await changeOp(store.db, waiting, { nextAt: 0 })
  })
}
