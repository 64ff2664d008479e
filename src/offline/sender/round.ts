import { LANES, readOp } from '#src/offline/model/op-row.ts'
import { changeStored } from '#src/offline/queue/working-queue.ts'
import type { OutboxDb } from '#src/offline/storage/outbox-db.ts'
import { isCausedByNetwork } from '#src/offline/transport/classify.ts'
import type { ProbeResult } from '#src/offline/transport/probe.ts'
import { LeaseLost } from './lock/lease.ts'
import { type RunReport, run } from './run.ts'
import type { SenderContext } from './send-lane.ts'
import type { WakeSignal } from './wake-signal.ts'

/** Another tab or the worker is sending; it may end just before our entry was added. */
const BUSY_MS = 2_000
/** After a storage error. */
const FAULT_MS = 5_000
/** Interval of the fallback check, in case every event was missed. */
const ROUND_MS = 30_000

export interface RoundParts {
  context: SenderContext
  /** Id of this page in the lease. */
  owner: string
  probe(): Promise<ProbeResult>
  /** Whether the current sender is frozen; checked each time that another sender holds the lock. */
  isHolderStalled(): Promise<boolean>
  wakeSignal: WakeSignal
  /** Called when files are being sent and no entry can be. */
  onOnlyFiles(): void
}

/** Runs once if something is queued and a network is available. Never throws. */
export async function round(parts: RoundParts, signal: AbortSignal): Promise<RunReport> {
  const { context, owner, probe, isHolderStalled, wakeSignal, onOnlyFiles } = parts
  try {
    if (!(await hasQueued(context))) return { end: 'empty', nextAt: null }
    if (!context.breaker.isClosed() && !(await tryNetwork(context, probe)))
      return { end: 'offline', nextAt: null }
    const limits = { signal, budgetMs: Number.POSITIVE_INFINITY, owner, wakeSignal, onOnlyFiles }
    const report = await run(context, { ...limits, lockMode: 'none' })
    if (report.end !== 'busy' || !(await isHolderStalled())) return report
    return await run(context, { ...limits, lockMode: 'steal' })
  } catch (error) {
    if (error instanceof LeaseLost) return { end: 'busy', nextAt: null }
    if (!signal.aborted) console.error('A run of the outbox ended in an error', error)
    return { end: 'stopped', nextAt: context.clock.now() + FAULT_MS }
  }
}

/** How long to wait for the next round after a run with this result. */
export function waitAfterMs({ breaker, clock }: SenderContext, { end, nextAt }: RunReport): number {
  const now = clock.now()
  const probeAt = breaker.nextProbeAt()
  if (probeAt !== null) return probeAt - now
  if (end === 'busy') return BUSY_MS
  if (end === 'work-left') return 0
  return Math.min(nextAt === null ? ROUND_MS : nextAt - now, ROUND_MS)
}

/** Whether anything is queued. Reads without lock or lease, so that an idle app writes nothing. */
export async function hasQueued({ store }: Pick<SenderContext, 'store'>): Promise<boolean> {
  const head = store.db.ops.where('[queue+seq]').between(['', []], ['\uffff', []]).limit(1)
  return (await store.read(() => head.primaryKeys())).length > 0
}

/** Operations that wait for the network or their turn; stuck ones are excluded. */
const waitingIn = (db: OutboxDb) =>
  db.ops.where('[queue+seq]').between([LANES.entry, []], [`${LANES.file}\uffff`, []])

/** Whether anything queued is retried regularly and thereby detects the network. */
export async function hasRetryable(db: OutboxDb): Promise<boolean> {
  return (await waitingIn(db).limit(1).primaryKeys()).length > 0
}

/** Releases one waiting operation as a probe; releasing all would cause a stampede (docs/offline.md#retries). */
export async function releaseOneForProbe({ store }: SenderContext): Promise<void> {
  await store.writeForSending(async () => {
    const rows = await waitingIn(store.db).limit(50).toArray()
    const waiting = rows.map(readOp).find((op) => op?.state === 'retry' && op.nextAt > 0)
    if (waiting) await changeStored(store.db, waiting, { nextAt: 0 })
  })
}

/**
 * Makes operations due that a proxy or filter has refused or altered so often that they are stuck: the network changed, and
 * another one may let them through (docs/offline.md row 29).
 */
export async function releaseBlocked({ store }: SenderContext): Promise<void> {
  await store.writeForSending(async () => {
    const stuck = store.db.ops.where('[queue+seq]').between([LANES.stuck, []], [`${LANES.stuck}\uffff`, []])
    for (const op of (await stuck.toArray()).map(readOp))
      if (op?.trouble && isCausedByNetwork(op.trouble)) await changeStored(store.db, op, { nextAt: 0 })
  })
}

/** Probes when a probe is due. @returns whether operations may be sent again */
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
