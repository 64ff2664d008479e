import { LANES, readOp } from '#src/offline/model/op-row.ts'
import type { OutboxDb } from '#src/offline/storage/outbox-db.ts'
import { changeOp } from '#src/offline/storage/store.ts'
import type { ProbeResult } from '#src/offline/transport/probe.ts'
import { LeaseLost } from './lease.ts'
import { type RunReport, run } from './run.ts'
import type { SenderContext } from './send-lane.ts'
import type { WakeSignal } from './wake-signal.ts'

/** The other tab, or the worker, sends; it may end just before our entry came in. */
const BUSY_MS = 2_000
/** After a fault of storage. */
const FAULT_MS = 5_000
/** Looks for work all the same, should every event have been missed. */
const ROUND_MS = 30_000

export interface RoundParts {
  context: SenderContext
  /** Name of this page, in the lease. */
  owner: string
  probe(): Promise<ProbeResult>
  /** Whether the one that holds the right to send is frozen; asked each time that it is not us. */
  isHolderStalled(): Promise<boolean>
  wakeSignal: WakeSignal
}

/** One run, if there is something to send and a network to send it over. Never throws. */
export async function round(parts: RoundParts, signal: AbortSignal): Promise<RunReport> {
  const { context, owner, probe, isHolderStalled, wakeSignal } = parts
  try {
    if (!(await hasQueued(context))) return { end: 'empty', nextAt: null }
    if (!context.breaker.isClosed() && !(await tryNetwork(context, probe)))
      return { end: 'offline', nextAt: null }
    const limits = { signal, budgetMs: Number.POSITIVE_INFINITY, owner, wakeSignal }
    const report = await run(context, { ...limits, lockMode: 'none' })
    if (report.end !== 'busy' || !(await isHolderStalled())) return report
    return await run(context, { ...limits, lockMode: 'steal' })
  } catch (error) {
    if (error instanceof LeaseLost) return { end: 'busy', nextAt: null }
    if (!signal.aborted) console.error('A run of the outbox ended in an error', error)
    return { end: 'stopped', nextAt: context.clock.now() + FAULT_MS }
  }
}

/** How long to wait for the next round after one that ended so. */
export function waitAfterMs({ breaker, clock }: SenderContext, { end, nextAt }: RunReport): number {
  const now = clock.now()
  const probeAt = breaker.nextProbeAt()
  if (probeAt !== null) return probeAt - now
  if (end === 'busy') return BUSY_MS
  if (end === 'work-left') return 0
  return Math.min(nextAt === null ? ROUND_MS : nextAt - now, ROUND_MS)
}

/** Whether anything stands in line at all; asked without lock or lease, so that an idle app writes nothing. */
export async function hasQueued({ store }: SenderContext): Promise<boolean> {
  const head = store.db.ops.where('[queue+seq]').between(['', []], ['\uffff', []]).limit(1)
  return (await store.read(() => head.primaryKeys())).length > 0
}

/** What waits for the network or for its turn; what has stepped aside is not looked at. */
const waitingIn = (db: OutboxDb) =>
  db.ops.where('[queue+seq]').between([LANES.entry, []], [`${LANES.file}\uffff`, []])

/** Whether anything waits that is tried again and again, and so finds out how the network is. */
export async function hasRetryable(db: OutboxDb): Promise<boolean> {
  return (await waitingIn(db).limit(1).primaryKeys()).length > 0
}

/** One waiting operation goes at once, as a probe; all at once would be a stampede (docs/offline.md#retries). */
export async function releaseOneForProbe({ store }: SenderContext): Promise<void> {
  await store.writeForSending(async () => {
    const rows = await waitingIn(store.db).limit(50).toArray()
    const waiting = rows.map(readOp).find((op) => op?.state === 'retry' && op.nextAt > 0)
    if (waiting) await changeOp(store.db, waiting, { nextAt: 0 })
  })
}

/** Probes when it is time to. @returns whether operations may be sent again */
async function tryNetwork(
  { breaker, clock, onContact }: SenderContext,
  probe: RoundParts['probe'],
): Promise<boolean> {
  const probeAt = breaker.nextProbeAt()
  if (probeAt !== null && probeAt > clock.now()) return false
  breaker.probing()
  const found = await probe()
  onContact(found)
  if (found === 'online') breaker.succeeded()
  return breaker.isClosed()
}
