import type { Clock } from '#src/offline/model/clock.ts'
import { isObsolete } from '#src/offline/model/op-kinds.ts'
import { isFileOp, type OpRow, type Trouble } from '#src/offline/model/op-row.ts'
import { recordDuplicateWarning } from '#src/offline/queue/duplicate-warnings.ts'
import { settleDelete } from '#src/offline/queue/enqueue/plan-delete.ts'
import { readEntities, readOps } from '#src/offline/queue/existing.ts'
import { resendAfterReuse } from '#src/offline/queue/rekey.ts'
import { discardFile, isRemovedOnServer, removeFilesOf } from '#src/offline/queue/removed-files.ts'
import {
  changeOp,
  changeQueue,
  changesOf,
  dependentsOf,
  holdDependents,
  releaseIfFree,
  removeOp,
  type WorkingQueue,
  workingQueue,
} from '#src/offline/queue/working-queue.ts'
import { commit } from '#src/offline/storage/commit.ts'
import { readMeta } from '#src/offline/storage/meta.ts'
import type { OutboxDb } from '#src/offline/storage/outbox-db.ts'
import type { Store } from '#src/offline/storage/store.ts'
import { backoffMs, HOUR_MS } from '#src/offline/transport/backoff.ts'
import {
  isCausedByNetwork,
  isFailureOfOneRequest,
  isTooLargeForProxy,
  type Verdict,
} from '#src/offline/transport/classify.ts'
import type { HeldLease } from './lock/lease.ts'
import type { Acked } from './unrecorded.ts'

/**
 * After this many equal 5xx responses, rejections by a proxy or altered files, while other operations succeed, an
 * operation is stuck (docs/offline.md rows 29 and 30).
 */
const STUCK_AFTER = 5
/** When an operation is stuck that no other could prove to be the only one, because all wait behind it. */
const STUCK_AGE_MS = 24 * HOUR_MS
/** Shorter if the server is up, which may fail for all during a faulty release. */
const FAILURE_AGE_MS = HOUR_MS
/** Shorter still, because a proxy that refuses or alters one request rarely has an outage. */
const REFUSED_AGE_MS = HOUR_MS / 6

export interface SettleContext {
  store: Store
  clock: Clock
  random: () => number
  isVisible: () => boolean
  lease: HeldLease
  /** How often the queue had been resumed when the attempt began. */
  resumes: number
}

/**
 * Records the result of an attempt. An acknowledgement counts under any lease, everything else only under the current
 * one. Within `Store.write`.
 * @throws LeaseLost
 */
export async function settle(context: SettleContext, sent: OpRow, verdict: Verdict): Promise<void> {
  const { store, lease, clock } = context
  const { db } = store
  const queue = workingQueue(await readOps(db, [sent.id]))
  const op = queue.ops.get(sent.id)
  if (!op) return
  if (verdict.type === 'acked') return acknowledge(db, queue, op, verdict, clock.now())
  await lease.check(db)
  if (op.state !== 'sending' || op.epoch !== lease.epoch) return
  // A 401 to a request from before the last sign-in says nothing about the new session.
  const isOutdated = verdict.type === 'auth' && context.resumes < (await readMeta(db, 'resumes'))
  if (verdict.type === 'stopped' || isOutdated) changeOp(queue, op, { state: 'retry', nextAt: 0 })
  else if (verdict.type === 'again') await scheduleRetry(context, queue, op, verdict)
  else if (verdict.type === 'auth') {
    changeOp(queue, op, { state: 'auth', trouble: verdict.trouble })
    queue.also.meta.pausedFor = 'auth'
  } else if (await resendReused(db, op, verdict.trouble)) return
  else if (isObsolete(op, verdict.trouble)) removeOp(queue, op, 'discarded')
  else return parkRefused(db, op, verdict.type, verdict.trouble)
  await commit(db, changesOf(queue))
}

/** Parks a refused operation; a delete behind it need not wait for a decision about what it deletes. */
async function parkRefused(
  db: OutboxDb,
  op: OpRow,
  state: 'conflict' | 'rejected',
  trouble: Trouble,
): Promise<void> {
  await changeQueue(db, await readEntities(db, [op.entityId]), (queue) => {
    const isGone = trouble.status === 404 || trouble.status === 410
    if (isGone && isFileOp(op) && isRemovedOnServer(queue, op)) {
      discardFile(queue, op)
      return
    }
    park(queue, op, state, trouble)
    if (state === 'rejected') settleDelete(queue, op.entityId)
  })
}

/** @returns whether the operation was queued again because its key or one of its ids is in use */
async function resendReused(db: OutboxDb, op: OpRow, { code }: Trouble): Promise<boolean> {
  const resend = resendAfterReuse(op, code)
  if (resend) await changeQueue(db, await readEntities(db, [op.entityId]), (queue) => resend(queue, op))
  return resend !== null
}

/** Removes an operation from its lane until the user decides. */
export function park(
  queue: WorkingQueue,
  op: OpRow,
  state: 'conflict' | 'rejected' | 'damaged',
  trouble: Trouble,
): void {
  changeOp(queue, op, { state, trouble, attempts: op.attempts + 1, uploaded: op.arrived ?? 0 })
  holdDependents(queue, op.id)
}

/** Records an acknowledgement and removes the operation from the device. Within `Store.write`. */
export async function acknowledge(
  db: OutboxDb,
  queue: WorkingQueue,
  op: OpRow,
  { status, rev, body, isOfOtherFleet }: Acked,
  now: number,
): Promise<void> {
  removeOp(queue, op, 'acked')
  queue.also.receipts.push({ id: op.id, kind: op.kind, entityId: op.entityId, status, rev, ackedAt: now, op })
  queue.also.meta.lastAckAt = now
  removeFilesOf(queue, op)
  for (const dependent of dependentsOf(queue, op.id)) {
    const base = dependent.baseOf === op.id ? { baseRev: rev, baseOf: null } : {}
    const dependsOn = dependent.dependsOn.filter((id) => id !== op.id)
    releaseIfFree(queue, changeOp(queue, dependent, { dependsOn, ...base }))
  }
  await Promise.all([
    commit(db, changesOf(queue)),
    !isOfOtherFleet && recordDuplicateWarning(db, op, body, now),
  ])
}

async function scheduleRetry(
  context: SettleContext,
  queue: WorkingQueue,
  op: OpRow,
  { trouble, retryAfterMs }: Extract<Verdict, { type: 'again' }>,
): Promise<void> {
  const { store, clock, random, isVisible } = context
  const now = clock.now()
  const attempts = op.attempts + 1
  const uploaded = op.arrived ?? 0
  const sameFailure = countSame(op, trouble, now)
  if (await isStuck(store.db, trouble, sameFailure, now)) {
    changeOp(queue, op, {
      state: 'stuck',
      trouble,
      attempts,
      sameFailure,
      uploaded,
      nextAt: now + HOUR_MS * (0.9 + 0.1 * random()),
    })
    holdDependents(queue, op.id)
    return
  }
  const nextAt = now + backoffMs(attempts, retryAfterMs, isVisible(), random)
  changeOp(queue, op, { state: 'retry', trouble, attempts, sameFailure, nextAt, uploaded })
}

function countSame(op: OpRow, trouble: Trouble, now: number): OpRow['sameFailure'] {
  if (trouble.class !== 'server' && !isCausedByNetwork(trouble)) return op.sameFailure
  const { status } = trouble
  if (op.sameFailure?.status !== status) return { status, count: 1, since: now }
  return { ...op.sameFailure, count: op.sameFailure.count + 1 }
}

/**
 * Whether only this operation fails: the server accepted others since, it has failed for a long time, or its size is the
 * cause.
 */
async function isStuck(
  db: OutboxDb,
  trouble: Trouble,
  same: OpRow['sameFailure'],
  now: number,
): Promise<boolean> {
  if (!same || same.count < STUCK_AFTER) return false
  if (isTooLargeForProxy(trouble)) return true
  const lastAckAt = (await readMeta(db, 'lastAckAt')) ?? 0
  return lastAckAt >= same.since || now - same.since > longestMsOf(trouble)
}

function longestMsOf(trouble: Trouble): number {
  if (isCausedByNetwork(trouble)) return REFUSED_AGE_MS
  return isFailureOfOneRequest(trouble) ? FAILURE_AGE_MS : STUCK_AGE_MS
}
