import type { BaseRevision } from '#src/offline/model/command.ts'
import { Invalid } from '#src/offline/model/errors.ts'
import { fileIdOf, type OpRow } from '#src/offline/model/op-row.ts'
import type { EntryPayload } from '#src/offline/model/payload.ts'
import type { Scope } from '#src/offline/model/scope.ts'
import { isQueued } from '#src/offline/model/states.ts'
import type { OutboxDb } from '#src/offline/storage/outbox-db.ts'
import { removeOp } from '#src/offline/storage/store.ts'

/** What enqueueing a command works on. */
export interface EnqueueContext {
  db: OutboxDb
  scope: Scope
  appVersion: string
  /** Readable operations of the entity already on this device, in order. */
  ops: OpRow[]
  /** Those of `ops` that are not files. */
  entries: OpRow[]
}

/** Never in flight: may still change under its key. */
export const isNeverSent = (op: OpRow): boolean =>
  op.firstAttemptAt === null &&
  (op.state === 'pending' || (op.state === 'held' && op.heldFor === 'dependency'))

/** Refused by the server: an edit can replace it. */
export const isRefused = (op: OpRow): boolean => op.state === 'rejected' || op.state === 'conflict'

/** The payload, written by this module; unreadable rows are filtered out before. */
export function payloadOfEntry(op: OpRow): EntryPayload {
  return op.payload as EntryPayload
}

/**
 * Removes files that a command makes unnecessary. Files that were never sent go with their operations; those that may
 * be in flight must arrive first.
 * @returns ids of the operations to wait for
 */
export async function removeUnneededFiles(
  { db, ops }: EnqueueContext,
  fileIds: readonly string[],
): Promise<string[]> {
  const pointless = ops.filter((op) => fileIds.includes(fileIdOf(op) ?? ''))
  const mayBeOnTheWay = pointless.filter((op) => op.firstAttemptAt !== null && isQueued(op.state))
  for (const op of pointless) {
    if (!mayBeOnTheWay.includes(op)) await removeOp(db, op, 'discarded')
  }
  return mayBeOnTheWay.map((op) => op.id)
}

/**
 * Returns the base revision of an edit or a delete with no queued predecessor: that of the acknowledged operation that
 * the user saw, else the revision that the user saw, else the latest known to this device.
 */
export async function resolveBaseRev(db: OutboxDb, entityId: string, basis: BaseRevision): Promise<number> {
  const receipt = basis.opId === null ? undefined : await db.receipts.get(basis.opId)
  const known = receipt?.rev ?? basis.rev ?? (await latestReceiptRev(db, entityId))
  if (known === null) throw new Invalid({ '': ['not_found'] })
  return known
}

async function latestReceiptRev(db: OutboxDb, entityId: string): Promise<number | null> {
  const receipts = await db.receipts.where('entityId').equals(entityId).toArray()
  const revs = receipts.map((receipt) => receipt.rev).filter((rev) => rev !== null)
  return revs.length > 0 ? Math.max(...revs) : null
}
