import type { GroupEntry } from '#src/offline/model/api/outbox-api.ts'
import { type OpRow, readOp } from '#src/offline/model/op-row.ts'
import { needsUserAction } from '#src/offline/model/states.ts'
import type { OutboxDb } from '#src/offline/storage/outbox-db.ts'
import type { Store } from '#src/offline/storage/store.ts'
import { type Discarded, discardStored, type Removed, restoreOne } from './discard.ts'
import { type MoveTarget, moveOne, newMoveIds } from './move.ts'
import { retryStored } from './retry.ts'

// Actions on several refused items of the tray. Each action is one transaction: after a crash either all items have
// changed or none. Items that another tab settled in the meantime are skipped.

/** Queues refused and failing operations again, in the order in which they were entered. */
export async function retryGroup(store: Store, lines: readonly GroupEntry[]): Promise<void> {
  await store.write(async () => {
    for (const { id } of await readRefusedRows(store.db, lines)) await retryStored(store.db, id)
  })
}

/** Moves entries to another vehicle, with their files. @returns the number of moved entries */
export async function moveGroup(
  store: Store,
  { appVersion, now }: { appVersion: string; now: number },
  lines: readonly GroupEntry[],
  to: MoveTarget,
): Promise<number> {
  const opIds = lines.map(({ opId }) => opId)
  const idsOf = new Map(opIds.map((opId) => [opId, newMoveIds(now)]))
  return store.write(async () => {
    const waiting = await store.db.ops.bulkGet(opIds)
    const order = new Map(opIds.map((opId, i) => [opId, waiting[i]?.seq ?? 0]))
    let moved = 0
    for (const opId of [...opIds].sort((a, b) => (order.get(a) ?? 0) - (order.get(b) ?? 0))) {
      const ids = idsOf.get(opId)
      if (ids && (await moveOne(store, appVersion, opId, to, ids))) moved++
    }
    return moved
  })
}

/** Removes the items that still need user action, with everything that cannot exist without them. */
export async function discardGroup(store: Store, lines: readonly GroupEntry[]): Promise<Removed[]> {
  const { db } = store
  return store.write(async () => {
    const removed: Removed[] = []
    for (const { id } of await readRefusedRows(db, lines)) {
      // An earlier item of the group may have removed it too.
      const stored = await db.ops.get(id)
      if (stored) removed.push(await discardStored(db, stored))
    }
    return removed
  })
}

/** Restores what a group action discarded, each entry as `restore` does. */
export async function restoreGroup(store: Store, discarded: readonly Discarded[]): Promise<void> {
  await store.write(async () => {
    // In reverse order: an earlier entry may depend on a later one.
    for (const one of [...discarded].reverse()) await restoreOne(store.db, one)
  })
}

/** Stored rows of these items that need user action now, in the order of entry, including unreadable rows. */
async function readRefusedRows(db: OutboxDb, lines: readonly GroupEntry[]): Promise<OpRow[]> {
  const rows = await db.ops.bulkGet(lines.flatMap(({ opId, fileOpIds }) => [opId, ...fileOpIds]))
  const found = new Map(rows.filter((row) => row !== undefined).map((row) => [row.id, row]))
  const needs = (row: OpRow | undefined) =>
    row !== undefined && needsUserAction(readOp(row)?.state ?? 'damaged')
  return [...found.values()].filter((row) => needs(row)).sort((a, b) => (a.seq || 0) - (b.seq || 0))
}
