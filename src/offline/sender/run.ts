import type { RunResult } from '#src/offline/model/api/outbox-api.ts'
import { LANES, type OpRow } from '#src/offline/model/op-row.ts'
import { existingOf } from '#src/offline/queue/existing.ts'
import { quarantine } from '#src/offline/queue/unreadable.ts'
import { changeOp, changeQueue } from '#src/offline/queue/working-queue.ts'
import { readMeta } from '#src/offline/storage/meta.ts'
import { tryUnlessFull } from '#src/offline/storage/reserve.ts'
import type { Store } from '#src/offline/storage/store.ts'
import { blockReason } from './claim.ts'
import { type HeldLease, takeLease } from './lock/lease.ts'
import { type LockMode, withSenderLock } from './lock/sender-lock.ts'
import { type Picked, pick } from './pick.ts'
import { type SenderContext, sendLane } from './send-lane.ts'
import { recordDelivered } from './send-on-full-disk.ts'
import type { WakeSignal } from './wake-signal.ts'

/** Concurrent lanes of entries. Files are sent one at a time, when no entry can be sent (docs/offline.md#runner). */
const ENTRY_LANES = 5
const FILE_LANES = 1
/** Delay before unrecorded failures are retried, because a full disk cannot store retry times. */
const FULL_DISK_MS = 15_000

export interface RunLimits {
  /** Ends the run: page closed, stopped, or out of time. Aborts requests in flight. */
  signal: AbortSignal
  /** No new attempt starts after this time. Workers run for at most 3 minutes. */
  budgetMs: number
  lockMode: LockMode
  /** Id of this page or worker in the lease. */
  owner: string
  /** Fires when something new is queued, so that it need not wait for slow requests. Optional. */
  wakeSignal?: WakeSignal
  /** Called when files are being sent and no entry can be. */
  onOnlyFiles?: () => void
}

export interface RunReport {
  end: RunResult
  /** Earliest retry time of the waiting operations; null: none. */
  nextAt: number | null
}

/**
 * Sends everything that can be sent, as the only sender on this device (docs/offline.md#runner). Ends when nothing more
 * can be sent, and then holds neither lock nor lease.
 */
export async function run(context: SenderContext, limits: RunLimits): Promise<RunReport> {
  const { store, clock } = context
  const report = await withSenderLock(
    store.scope,
    limits.lockMode,
    async (holdsLock): Promise<RunReport | 'busy'> => {
      const lease = await takeLease(store, clock, limits.owner, holdsLock)
      if (!lease) return 'busy'
      try {
        await requeueAbandoned(context, lease)
        await recordDelivered(context)
        const report = await drain(context, lease, limits)
        await recordDelivered(context)
        return report
      } finally {
        await lease.release().catch(() => {})
      }
    },
    context.locks,
  )
  return report === 'busy' ? { end: 'busy', nextAt: null } : report
}

/**
 * Requeues operations whose page or worker was killed while they were in flight: same key, same bytes (docs/offline.md
 * rows 4 to 6).
 */
async function requeueAbandoned({ store, unrecorded }: SenderContext, lease: HeldLease): Promise<void> {
  const isRecorded = await tryUnlessFull(() =>
    store.writeForSending(async () => {
      await lease.check(store.db)
      const isPaused = (await readMeta(store.db, 'pausedFor')) !== null
      const rows = await store.db.ops.where('state').anyOf('sending', 'auth').toArray()
      await changeQueue(store.db, existingOf(rows), (queue) => {
        for (const op of [...queue.ops.values()]) {
          if (op.state === 'sending')
            changeOp(queue, op, { state: 'retry', nextAt: 0, uploaded: op.arrived ?? 0 })
          // The session is valid again, and a full disk could not record it at that time.
          else if (!isPaused) changeOp(queue, op, { state: 'pending', trouble: null, nextAt: 0 })
        }
      })
    }),
  )
  unrecorded.hasAbandoned = !isRecorded
}

async function drain(context: SenderContext, lease: HeldLease, limits: RunLimits): Promise<RunReport> {
  const { store, clock, breaker, unrecorded } = context
  const until = clock.now() + limits.budgetMs
  const onWire = new Map<string, Promise<void>>()
  const served = { entry: '', file: '', stuck: '' }
  /** Lanes whose last attempt could not be recorded: they wait for the next run. */
  const unsettled = new Set<string>()
  let fault: { error: unknown } | null = null
  let isBarred = (await store.read(() => blockReason(store.db))) !== null

  function reasonToStop(): RunResult | null {
    if (fault || limits.signal.aborted) return 'stopped'
    if (clock.now() >= until) return 'work-left'
    if (isBarred) return 'auth'
    return breaker.isClosed() ? null : 'offline'
  }

  /** Lanes to skip now. */
  const busy = () => new Set([...onWire.keys(), ...unsettled])

  function serve(head: OpRow): void {
    const lane = head.queue ?? head.id
    const mayGoOn = () => reasonToStop() === null
    const serving = sendLane(context, lease, head, { signal: limits.signal, mayGoOn, busy })
      .then((end) => {
        if (end === 'barred') isBarred = true
        if (end === 'unsettled') unsettled.add(lane)
      })
      .catch((error: unknown) => {
        fault ??= { error }
      })
      .finally(() => onWire.delete(lane))
    onWire.set(lane, serving)
  }

  /** Starts as many lanes as the limits allow. @returns what it found */
  async function admit(): Promise<Picked[]> {
    const found: Picked[] = []
    for (const lanes of ['entry', 'file', 'stuck'] as const) {
      const limit = lanes === 'entry' ? ENTRY_LANES : FILE_LANES
      const count = limit - [...onWire.keys()].filter((lane) => lane.startsWith(lanes)).length
      // No file starts while entries use all lanes: small requests get through poor signal.
      if (count <= 0) break
      const request = { lanes, count, busy: busy(), now: clock.now(), after: served[lanes], unrecorded }
      const picked = await store.read(() => pick(store.db, request))
      found.push(picked)
      for (const { id, lane } of picked.unreadable)
        if (!(await tryUnlessFull(() => quarantine(store, id)))) unsettled.add(lane)
      for (const op of picked.ready) {
        served[lanes] = op.queue ?? ''
        serve(op)
      }
      if (picked.ready.length > 0) break
    }
    return found
  }

  for (;;) {
    const rung = limits.wakeSignal ? [limits.wakeSignal.next()] : []
    const stop = reasonToStop()
    const found = stop ? [] : await admit()
    if (onWire.size > 0) {
      if (![...onWire.keys()].some((lane) => lane.startsWith(LANES.entry))) limits.onOnlyFiles?.()
      await Promise.race([...onWire.values(), ...rung])
      continue
    }
    if (fault) throw (fault as { error: unknown }).error
    if (stop) return { end: await barredEnd(store, stop), nextAt: null }
    if (found.some((picked) => picked.unreadable.length > 0)) continue
    const times = found.map((picked) => picked.nextAt).filter((at) => at !== null)
    if (unsettled.size > 0) times.push(clock.now() + FULL_DISK_MS)
    if (times.length > 0) return { end: 'waiting', nextAt: Math.min(...times) }
    return { end: found.some((picked) => picked.hasMore) ? 'waiting' : 'empty', nextAt: null }
  }
}

/** A queue locked by a sign-out has stopped; one paused by a 401 waits for the user. */
async function barredEnd(store: Store, stop: RunResult): Promise<RunResult> {
  return stop === 'auth' && (await store.read(() => blockReason(store.db))) === 'locked' ? 'stopped' : stop
}
