import { kindOf, upcast } from '../commands/kinds.ts'
import { hashOf, sha256 } from '../hash.ts'
import { isDue } from '../send/backoff.ts'
import { holdDependents } from '../store/dependents.ts'
import { readAllMeta } from '../store/meta.ts'
import { fileIdOf, type OpRow, readOp, type Trouble } from '../store/op-row.ts'
import type { FileRow, OutboxDb } from '../store/outbox-db.ts'
import { changeOp, type Store } from '../store/store.ts'
import type { HeldLease } from './lease.ts'
import { isSendable } from './pick.ts'
import { park } from './settle.ts'

/** An operation that is ours to send now, marked so on disk before the first byte leaves. */
export interface Claimed {
  op: OpRow
  file: FileRow | null
}

/**
 * Marks an operation as being sent. With its first attempt its payload is frozen: what is sent again under one key is
 * the same, whatever build sends it (offline.md §2 row 27).
 * @returns null when it is not to be sent: changed meanwhile, locked, held or damaged (then written so)
 */
export async function claim(
  store: Store,
  lease: HeldLease,
  picked: OpRow,
  now: number,
): Promise<Claimed | null> {
  const isFirst = picked.firstAttemptAt === null
  const frozen = isFirst ? upcast(picked) : { v: picked.v, payload: picked.payload }
  const payloadHash = await hashOf(frozen.payload)
  const file = picked.kind === 'file.put' ? await soundFile(store, picked) : null
  return store.write(async () => {
    await lease.check(store.db)
    const op = readOp(await store.db.ops.get(picked.id))
    if (op === null || op.edition !== picked.edition || !isSendable(op) || !isDue(op.nextAt, now)) return null
    if (!(await maySend(store.db))) return null
    if (await isHeldBack(store, op, frozen.v)) return null
    if (file === 'damaged' || (!isFirst && op.payloadHash !== payloadHash)) {
      await park(store.db, op, 'damaged', damage(now))
      return null
    }
    const sending = await changeOp(store.db, op, {
      ...frozen,
      state: 'sending',
      payloadHash,
      epoch: lease.epoch,
      firstAttemptAt: op.firstAttemptAt ?? now,
    })
    return { op: sending, file }
  })
}

/** Marks an operation as damaged whose request cannot even be built. */
export async function markDamaged(store: Store, opId: string, now: number): Promise<void> {
  await store.write(async () => {
    const op = readOp(await store.db.ops.get(opId))
    if (op) await park(store.db, op, 'damaged', damage(now))
  })
}

/** Whether this user's entries may leave at all: no pause for a sign-in, no sign-out. */
export async function maySend(db: OutboxDb): Promise<boolean> {
  const { pausedFor, lockedAt } = await readAllMeta(db)
  return pausedFor === null && lockedAt === null
}

/** Kinds of a newer build and rows of another user stay, and go to nobody. */
async function isHeldBack(store: Store, op: OpRow, v: number): Promise<boolean> {
  const { tenantId, userId } = store.scope
  const isOthers = op.tenantId !== tenantId || op.userId !== userId
  if (!isOthers && kindOf({ kind: op.kind, v })) return false
  await changeOp(store.db, op, { state: 'held', heldFor: isOthers ? 'scope' : 'unknown' })
  await holdDependents(store.db, op.id)
  return true
}

/** The file of an operation if it is what was written, by size and digest (offline.md §2 row 12). */
async function soundFile(store: Store, op: OpRow): Promise<FileRow | 'damaged'> {
  const file = await store.read(() => store.db.files.get(fileIdOf(op) ?? ''))
  if (!(file?.bytes instanceof ArrayBuffer)) return 'damaged'
  return file.bytes.byteLength === file.size && (await sha256(file.bytes)) === file.sha256 ? file : 'damaged'
}

const damage = (now: number): Trouble => ({ class: 'damaged', status: 0, code: null, at: now })
