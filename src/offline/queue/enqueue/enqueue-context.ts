import type { BaseRevision } from '#src/offline/model/command.ts'
import { Invalid } from '#src/offline/model/errors.ts'
import { fileIdOf, type OpRow } from '#src/offline/model/op-row.ts'
import type { EntryPayload } from '#src/offline/model/payload.ts'
import type { Scope } from '#src/offline/model/scope.ts'
import { isQueued } from '#src/offline/model/states.ts'
import type { OutboxDb } from '#src/offline/storage/outbox-db.ts'
import { removeOp } from '#src/offline/storage/store.ts'

/** What the context of a command works on. */
export interface EnqueueContext {
  db: OutboxDb
  scope: Scope
  appVersion: string
  /** Readable operations of the entity that are here already, in order. */
  ops: OpRow[]
  /** Those of them that are no files. */
  entries: OpRow[]
}

/** Never on the wire: may still change under its key. */
export const isNeverSent = (op: OpRow): boolean =>
  op.firstAttemptAt === null &&
  (op.state === 'pending' || (op.state === 'held' && op.heldFor === 'dependency'))

/** Refused by the server: an edit answers it. */
export const isRefused = (op: OpRow): boolean => op.state === 'rejected' || op.state === 'conflict'

/** What this module once wrote; rows that do not read are kept out before. */
export function payloadOfEntry(op: OpRow): EntryPayload {
  return op.payload as EntryPayload
}

/**
 * What becomes of the files that an act of the person makes pointless: those that never went out are removed with their
 * operation; those that may be on their way must arrive first.
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
 * Revision that an edit or a delete stands on, when nothing of the entity waits here: that of the own operation which the
 * person saw, if it was acknowledged meanwhile, else the one that the person saw, else the last that this device learned.
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
