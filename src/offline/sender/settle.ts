import type { Clock } from '#src/offline/model/clock.ts'
import { type OpRow, readOp, type Trouble } from '#src/offline/model/op-row.ts'
import { dependentsOf, holdDependents, releaseIfFree } from '#src/offline/queue/dependents.ts'
import { recordDuplicateWarning } from '#src/offline/queue/duplicate-warnings.ts'
import { isIdReused, mayRekey, rekey } from '#src/offline/queue/rekey.ts'
import { readMeta, writeMeta } from '#src/offline/storage/meta.ts'
import type { OutboxDb } from '#src/offline/storage/outbox-db.ts'
import { changeOp, removeOp, type Store } from '#src/offline/storage/store.ts'
import { backoffMs, HOUR_MS } from '#src/offline/transport/backoff.ts'
import type { Verdict } from '#src/offline/transport/classify.ts'
import type { HeldLease } from './lock/lease.ts'

/**
 * After this many equal 5xx responses, while other operations succeed, an operation is stuck (docs/offline.md row 30).
 */
const STUCK_AFTER = 5
const STUCK_AGE_MS = 24 * HOUR_MS

export interface SettleContext {
  store: Store
  clock: Clock
  random: () => number
  isVisible: () => boolean
  lease: HeldLease
}

/**
 * Records the result of an attempt. An acknowledgement counts under any lease, everything else only under the current
 * one. Within `Store.write`.
 * @throws LeaseLost
 */
export async function settle(context: SettleContext, sent: OpRow, verdict: Verdict): Promise<void> {
  const { store, lease, clock } = context
  const op = readOp(await store.db.ops.get(sent.id))
  if (op === null) return
  if (verdict.type === 'acked') return acknowledge(store.db, op, verdict, clock.now())
  await lease.check(store.db)
  if (op.state !== 'sending' || op.epoch !== lease.epoch) return
  if (verdict.type === 'stopped') await changeOp(store.db, op, { state: 'retry', nextAt: 0 })
  else if (verdict.type === 'again') await scheduleRetry(context, op, verdict)
  else if (verdict.type === 'auth') {
    await changeOp(store.db, op, { state: 'auth', trouble: verdict.trouble })
    await writeMeta(store.db, 'pausedFor', 'auth')
  } else if (isIdReused(verdict.trouble.code) && mayRekey(op)) await rekey(store.db, op)
  else await park(store.db, op, verdict.type, verdict.trouble)
}

/** Removes an operation from its lane until the user decides. Within `Store.write`. */
export async function park(
  db: OutboxDb,
  op: OpRow,
  state: 'conflict' | 'rejected' | 'damaged',
  trouble: Trouble,
): Promise<void> {
  await changeOp(db, op, { state, trouble, attempts: op.attempts + 1, uploaded: op.arrived ?? 0 })
  await holdDependents(db, op.id)
}

type Acked = Extract<Verdict, { type: 'acked' }>

/** Records an acknowledgement and removes the operation from the device. Within `Store.write`. */
export async function acknowledge(db: OutboxDb, op: OpRow, verdict: Acked, now: number): Promise<void> {
  const { status, rev } = verdict
  const [dependents] = await Promise.all([
    dependentsOf(db, op.id),
    db.receipts.put({ id: op.id, kind: op.kind, entityId: op.entityId, status, rev, ackedAt: now, op }),
    removeOp(db, op, 'acked'),
    writeMeta(db, 'lastAckAt', now),
    recordDuplicateWarning(db, op, verdict.body, now),
  ])
  for (const dependent of dependents) {
    const base = dependent.baseOf === op.id ? { baseRev: rev, baseOf: null } : {}
    const dependsOn = dependent.dependsOn.filter((id) => id !== op.id)
    await releaseIfFree(db, await changeOp(db, dependent, { dependsOn, ...base }))
  }
}

async function scheduleRetry(
  context: SettleContext,
  op: OpRow,
  { trouble, retryAfterMs }: Extract<Verdict, { type: 'again' }>,
): Promise<void> {
  const { store, clock, random, isVisible } = context
  const now = clock.now()
  const attempts = op.attempts + 1
  const uploaded = op.arrived ?? 0
  const sameFailure = countSame(op, trouble, now)
  if (await isStuck(store.db, sameFailure, now)) {
    await changeOp(store.db, op, {
      ...{ state: 'stuck', trouble, attempts, sameFailure, uploaded },
      nextAt: now + HOUR_MS * (0.9 + 0.1 * random()),
    })
    await holdDependents(store.db, op.id)
    return
  }
  const nextAt = now + backoffMs(attempts, retryAfterMs, isVisible(), random)
  await changeOp(store.db, op, { state: 'retry', trouble, attempts, sameFailure, nextAt, uploaded })
}

function countSame(op: OpRow, trouble: Trouble, now: number): OpRow['sameFailure'] {
  if (trouble.class !== 'server') return op.sameFailure
  const { status } = trouble
  if (op.sameFailure?.status !== status) return { status, count: 1, since: now }
  return { ...op.sameFailure, count: op.sameFailure.count + 1 }
}

/** Whether only this operation fails: the server accepted others since, or has refused it for a day. */
async function isStuck(db: OutboxDb, same: OpRow['sameFailure'], now: number): Promise<boolean> {
  if (!same || same.count < STUCK_AFTER) return false
  const lastAckAt = (await readMeta(db, 'lastAckAt')) ?? 0
  return lastAckAt >= same.since || now - same.since > STUCK_AGE_MS
}
