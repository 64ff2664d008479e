import type { GroupEntry } from '#src/offline/model/api/outbox-api.ts'
import { type OpRow, readOp } from '#src/offline/model/op-row.ts'
import { needsUserAction } from '#src/offline/model/states.ts'
import { readEntitiesOf } from '#src/offline/queue/existing.ts'
import { changeQueue } from '#src/offline/queue/working-queue.ts'
import type { OutboxDb } from '#src/offline/storage/outbox-db.ts'
import type { Store } from '#src/offline/storage/store.ts'
import { type Discarded, discardInTransaction, type Removed, restoreInTransaction } from './discard.ts'
import { type MoveTarget, newMoveIds, planMove } from './move.ts'
import { planRetry } from './retry.ts'

// Actions on several refused items of the tray. Each action is one transaction: after a crash either all items have
// changed or none. Items that another tab settled in the meantime are skipped.

/** Queues refused and failing operations again, in the order in which they were entered. */
export async function retryGroup(store: Store, lines: readonly GroupEntry[]): Promise<void> {
  const { db } = store
  await store.write(async () => {
    const opIds = await readRejectedIds(db, lines)
    await changeQueue(db, await readEntitiesOf(db, opIds), (queue) => {
      for (const opId of opIds) planRetry(queue, opId)
    })
  })
}

/** Moves entries to another vehicle, with their files. @returns the number of moved entries */
export async function moveGroup(
  { db, scope, write }: Store,
  { appVersion, now }: { appVersion: string; now: number },
  lines: readonly GroupEntry[],
  to: MoveTarget,
): Promise<number> {
  const moves = lines.map(({ opId }) => ({ opId, ids: newMoveIds(now) }))
  return write(async () => {
    const existing = await readEntitiesOf(
      db,
      moves.flatMap(({ opId, ids }) => [opId, ids.opId]),
    )
    return changeQueue(db, existing, (queue) => {
      const seqOf = ({ opId }: { opId: string }) => queue.ops.get(opId)?.seq ?? 0
      const ordered = [...moves].sort((a, b) => seqOf(a) - seqOf(b))
      return ordered.filter((entry) => planMove(queue, { scope, appVersion }, entry.opId, to, entry.ids))
        .length
    })
  })
}

/** Removes the items that still need user action, with everything that cannot exist without them. */
export async function discardGroup(store: Store, lines: readonly GroupEntry[]): Promise<Removed[]> {
  const { db } = store
  return store.write(async () => discardInTransaction(db, await readRejectedIds(db, lines)))
}

/** Restores what a group action discarded, each entry as `restore` does. */
export async function restoreGroup(store: Store, discarded: readonly Discarded[]): Promise<void> {
  // In reverse order: an earlier entry may depend on a later one.
  await store.write(() => restoreInTransaction(store.db, [...discarded].reverse()))
}

/** Ids of these items that need user action now, in the order of entry, including unreadable rows. */
async function readRejectedIds(db: OutboxDb, lines: readonly GroupEntry[]): Promise<string[]> {
  const rows = await db.ops.bulkGet(lines.flatMap(({ opId, fileOpIds }) => [opId, ...fileOpIds]))
  const found = new Map(rows.filter((row) => row !== undefined).map((row) => [row.id, row]))
  const needs = (row: OpRow) => needsUserAction(readOp(row)?.state ?? 'damaged')
  return [...found.values()]
    .filter(needs)
    .sort((a, b) => (a.seq || 0) - (b.seq || 0))
    .map(({ id }) => id)
}
