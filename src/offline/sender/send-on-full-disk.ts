import { kindOf } from '#src/offline/model/op-kinds.ts'
import { fileIdOf, type OpRow, readOp } from '#src/offline/model/op-row.ts'
import { TRANSITIONS } from '#src/offline/model/states.ts'
import { readableOps, readOps } from '#src/offline/queue/existing.ts'
import { isRemovedBy } from '#src/offline/queue/removed-files.ts'
import { changeStored, workingQueue } from '#src/offline/queue/working-queue.ts'
import { readAllMeta } from '#src/offline/storage/meta.ts'
import type { OutboxDb } from '#src/offline/storage/outbox-db.ts'
import { tryUnlessFull } from '#src/offline/storage/reserve.ts'
import type { Store } from '#src/offline/storage/store.ts'
import { isDue } from '#src/offline/transport/backoff.ts'
import type { Claimed, NotClaimed, PreparedOp } from './claim.ts'
import type { HeldLease } from './lock/lease.ts'
import { isSendable } from './pick.ts'
import { acknowledge } from './settle.ts'
import type { Acked, FullDiskContext } from './unrecorded.ts'

/**
 * Claims an operation without writing to it. Deletes the flag that every attempt is recorded, so that no later edit
 * changes content that may have reached the server, even if this page is killed.
 */
export async function claimUnrecorded(
  { store, clock, unrecorded }: FullDiskContext,
  lease: HeldLease,
  { op: picked, frozen, payloadHash, file }: PreparedOp,
): Promise<Claimed | NotClaimed> {
  const { db, scope } = store
  await store.write(() => db.meta.delete('attemptsNoted'))
  const [meta, stored] = await store.read(() => Promise.all([readAllMeta(db), db.ops.get(picked.id)]))
  if ((meta.lease?.epoch ?? 0) !== lease.epoch) return 'lost'
  if (meta.pausedFor !== null || meta.lockedAt !== null) return 'barred'
  const op = readOp(stored)
  const isAsPicked =
    op !== null &&
    op.edition === picked.edition &&
    isSendable(op, unrecorded) &&
    isDue(op.nextAt, clock.now()) &&
    !unrecorded.delivered.has(op.id)
  if (!isAsPicked || file === 'damaged' || !kindOf({ kind: op.kind, v: frozen.v })) return 'passed over'
  if (op.tenantId !== scope.tenantId || op.userId !== scope.userId) return 'passed over'
  if (op.payloadHash !== null && op.payloadHash !== payloadHash) return 'passed over'
  const base = op.baseOf === null ? op : { baseRev: unrecorded.delivered.get(op.baseOf)?.verdict.rev ?? null }
  if (op.baseOf !== null && base.baseRev === null) return 'passed over'
  const firstAttemptAt = op.firstAttemptAt ?? clock.now()
  return {
    op: { ...op, ...frozen, ...base, state: 'sending', payloadHash, epoch: lease.epoch, firstAttemptAt },
    file,
    isRepeat: true,
    resumes: meta.resumes,
    isUnrecorded: true,
  }
}

/** Records an unrecorded attempt after its response, when there may be space again. Within `Store.write`. */
export async function recordAttempt(db: OutboxDb, sent: OpRow): Promise<void> {
  const op = readOp(await db.ops.get(sent.id))
  if (op === null || op.edition !== sent.edition) return
  if (op.state === 'sending' || TRANSITIONS[op.state].includes('sending'))
    await changeStored(db, op, { ...attemptOf(sent), state: 'sending' })
}

/** The fields that a recorded claim would have written. */
const attemptOf = ({ v, payload, payloadHash, epoch, firstAttemptAt, baseRev }: OpRow): Partial<OpRow> => ({
  v,
  payload,
  payloadHash,
  epoch,
  firstAttemptAt,
  baseRev,
})

/** Remembers an acknowledgement that could not be recorded, and frees as much space as possible. */
export async function rememberDelivered(
  context: FullDiskContext,
  sent: OpRow,
  verdict: Acked,
): Promise<void> {
  context.unrecorded.delivered.set(sent.id, { sent, verdict })
  // Its dependencies may now be removable too.
  await recordDelivered(context, [sent.id, ...sent.dependsOn])
}

/**
 * Records acknowledgements that could not be recorded before. If there is still no space, deletes operations that
 * nothing depends on. A file goes before its entry and may free the space to record the entry.
 * @param ids in this order; default: all, the latest first
 */
export async function recordDelivered(
  { store, clock, unrecorded: { delivered } }: FullDiskContext,
  ids: readonly string[] = [...delivered.keys()].reverse(),
): Promise<void> {
  const { db } = store
  let hasRoom = true
  for (const id of ids) {
    const known = delivered.get(id)
    if (!known) continue
    // After a failed write, tries again only once something was deleted.
    hasRoom &&= await tryUnlessFull(() =>
      store.writeForSending(async () => {
        const queue = workingQueue(await readOps(db, [id]))
        const op = queue.ops.get(id)
        if (op) await acknowledge(db, queue, { ...op, ...attemptOf(known.sent) }, known.verdict, clock.now())
      }),
    )
    if (hasRoom) delivered.delete(id)
    else if (await deleteDelivered(store, id)) {
      delivered.delete(id)
      hasRoom = true
    }
  }
}

/** @returns false while others depend on it: they need its acknowledgement, recorded or in memory */
async function deleteDelivered(store: Store, id: string): Promise<boolean> {
  const { db } = store
  return store.write(async () => {
    const op = readOp(await db.ops.get(id))
    if (op === null) return true
    const dependents = readableOps(await db.ops.where('dependsOn').equals(id).toArray())
    if (!dependents.every((other) => isRemovedBy(op, other))) return false
    const gone = [op, ...dependents]
    // Counters that cannot be written are deleted: missing counters are recounted.
    await Promise.all([
      db.ops.bulkDelete(gone.map((row) => row.id)),
      db.files.bulkDelete(gone.flatMap((row) => fileIdOf(row) ?? [])),
      db.meta.delete('counters'),
    ])
    return true
  })
}
