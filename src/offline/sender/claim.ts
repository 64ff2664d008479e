import { hashOf, sha256 } from '#src/offline/model/hash.ts'
import { kindOf, upcast } from '#src/offline/model/op-kinds.ts'
import { fileIdOf, type OpRow, readOp, type Trouble } from '#src/offline/model/op-row.ts'
import { readOps } from '#src/offline/queue/existing.ts'
import { changeOp, changeQueue, changeStored, holdDependents } from '#src/offline/queue/working-queue.ts'
import { readAllMeta } from '#src/offline/storage/meta.ts'
import type { FileRow, OutboxDb } from '#src/offline/storage/outbox-db.ts'
import { tryUnlessFull } from '#src/offline/storage/reserve.ts'
import type { Store } from '#src/offline/storage/store.ts'
import { isDue } from '#src/offline/transport/backoff.ts'
import type { HeldLease } from './lock/lease.ts'
import { isSendable } from './pick.ts'
import { park } from './settle.ts'

/** An operation with everything that must be computed before the transaction that claims it. */
export interface PreparedOp {
  op: OpRow
  /** As it will be sent: upgraded to this build's version before the first attempt, frozen afterwards. */
  frozen: Pick<OpRow, 'v' | 'payload'>
  payloadHash: string
  file: FileRow | 'damaged' | null
}

/** An operation claimed by this sender, recorded on disk before the first byte is sent. */
export interface Claimed {
  op: OpRow
  file: FileRow | null
  /** It was in flight before, with any outcome. */
  isRepeat: boolean
  /** How often the queue had been resumed when the attempt began (`Meta.resumes`). */
  resumes: number
  /** The disk is full: the row does not record this attempt. */
  isUnrecorded?: true
}

/** Reads the file, checks its size and digest (docs/offline.md row 12), and hashes the payload. */
export async function prepareOp(store: Store, op: OpRow): Promise<PreparedOp> {
  const frozen = op.firstAttemptAt === null ? upcast(op) : { v: op.v, payload: op.payload }
  const payloadHash = await hashOf(frozen.payload)
  return { op, frozen, payloadHash, file: op.kind === 'file.put' ? await soundFile(store, op) : null }
}

/** Why nothing was claimed: sending is blocked for this user, the operation cannot be sent, or the lease was lost. */
export type NotClaimed = 'barred' | 'passed over' | 'lost'

/**
 * Marks an operation as being sent. Its first attempt freezes the payload: every attempt under one key sends the same
 * content, whatever build sends it (docs/offline.md row 27). Within `Store.write`.
 * @returns 'passed over' if it has changed, is held or is damaged (then recorded as such)
 */
export async function claim(
  store: Store,
  lease: HeldLease,
  { op: picked, frozen, payloadHash, file }: PreparedOp,
  now: number,
): Promise<Claimed | NotClaimed> {
  const { db } = store
  const [meta, stored] = await Promise.all([readAllMeta(db), db.ops.get(picked.id)])
  if ((meta.lease?.epoch ?? 0) !== lease.epoch) return 'lost'
  if (meta.pausedFor !== null || meta.lockedAt !== null) return 'barred'
  const op = readOp(stored)
  const isAsPicked = op !== null && op.edition === picked.edition && isSendable(op) && isDue(op.nextAt, now)
  if (!isAsPicked || (await holdIfUnsendable(store, op, frozen.v))) return 'passed over'
  const isFirst = op.firstAttemptAt === null
  if (file === 'damaged' || (op.payloadHash !== null && op.payloadHash !== payloadHash)) {
    await changeQueue(db, await readOps(db, [op.id]), (queue) =>
      park(queue, op, 'damaged', damagedTrouble(now)),
    )
    return 'passed over'
  }
  const sending = await changeStored(db, op, {
    ...frozen,
    state: 'sending',
    payloadHash,
    epoch: lease.epoch,
    firstAttemptAt: op.firstAttemptAt ?? now,
  })
  return { op: sending, file, isRepeat: !isFirst || op.arrived !== undefined, resumes: meta.resumes }
}

/** Marks an operation as damaged if its request cannot be built. */
export async function markDamaged(store: Store, opId: string, now: number): Promise<void> {
  const { db } = store
  await tryUnlessFull(() =>
    store.writeForSending(async () =>
      changeQueue(db, await readOps(db, [opId]), (queue) => {
        const op = queue.ops.get(opId)
        if (op) park(queue, op, 'damaged', damagedTrouble(now))
      }),
    ),
  )
}

/** Why this user's entries must not be sent: 'auth' or 'locked'; null: they may be. */
export async function blockReason(db: OutboxDb): Promise<'auth' | 'locked' | null> {
  const { pausedFor, lockedAt } = await readAllMeta(db)
  return lockedAt !== null ? 'locked' : pausedFor
}

/** Holds kinds of a newer build and rows of another user; they are never sent. */
async function holdIfUnsendable({ db, scope }: Store, op: OpRow, v: number): Promise<boolean> {
  const { tenantId, userId } = scope
  const isOthers = op.tenantId !== tenantId || op.userId !== userId
  if (!isOthers && kindOf({ kind: op.kind, v })) return false
  await changeQueue(db, await readOps(db, [op.id]), (queue) => {
    changeOp(queue, op, { state: 'held', heldFor: isOthers ? 'scope' : 'unknown' })
    holdDependents(queue, op.id)
  })
  return true
}

async function soundFile(store: Store, op: OpRow): Promise<FileRow | 'damaged'> {
  const file = await store.read(() => store.db.files.get(fileIdOf(op) ?? ''))
  if (!(file?.bytes instanceof ArrayBuffer)) return 'damaged'
  return file.bytes.byteLength === file.size && (await sha256(file.bytes)) === file.sha256 ? file : 'damaged'
}

const damagedTrouble = (now: number): Trouble => ({ class: 'damaged', status: 0, code: null, at: now })
