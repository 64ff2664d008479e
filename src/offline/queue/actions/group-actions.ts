import type { GroupEntry } from '#src/offline/model/api/outbox-api.ts'
import { type OpRow, readOp } from '#src/offline/model/op-row.ts'
import { needsUserAction } from '#src/offline/model/states.ts'
import type { OutboxDb } from '#src/offline/storage/outbox-db.ts'
import type { Store } from '#src/offline/storage/store.ts'
import { type Discarded, discardStored, type Removed, restoreOne } from './discard.ts'
import { type MoveTarget, moveOne, newMoveIds } from './move.ts'
import { retryStored } from './retry.ts'

// Acts on several refused lines of the tray at once. Each act is one transaction: after a kill either all lines changed
// or none did. A line that another tab settled meanwhile is passed over.

/** Puts refused and failing operations back in line, in the order in which they were entered. */
export async function retryGroup(store: Store, lines: readonly GroupEntry[]): Promise<void> {
  await store.write(async () => {
    for (const { id } of await readRefusedRows(store.db, lines)) await retryStored(store.db, id)
  })
}

/** Moves entries to another vehicle, with their files. @returns how many were moved */
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

/** Removes the lines that still need the person, with what cannot exist without them. */
export async function discardGroup(store: Store, lines: readonly GroupEntry[]): Promise<Removed[]> {
  const { db } = store
  return store.write(async () => {
    const removed: Removed[] = []
    for (const { id } of await readRefusedRows(db, lines)) {
      // An earlier one of the group may have taken it along.
      const stored = await db.ops.get(id)
      if (stored) removed.push(await discardStored(db, stored))
    }
    return removed
  })
}

/** Brings back what a group act discarded, each entry as `restore` does. */
export async function restoreGroup(store: Store, discarded: readonly Discarded[]): Promise<void> {
  await store.write(async () => {
    // The last one that went comes back first: it may be what an earlier one stood on.
    for (const one of [...discarded].reverse()) await restoreOne(store.db, one)
  })
}

/** Stored rows of these lines that need the person now, in the order of entry; rows that cannot be read are among them. */
async function readRefusedRows(db: OutboxDb, lines: readonly GroupEntry[]): Promise<OpRow[]> {
  const rows = await db.ops.bulkGet(lines.flatMap(({ opId, fileOpIds }) => [opId, ...fileOpIds]))
  const found = new Map(rows.filter((row) => row !== undefined).map((row) => [row.id, row]))
  const needs = (row: OpRow | undefined) =>
    row !== undefined && needsUserAction(readOp(row)?.state ?? 'damaged')
  return [...found.values()].filter((row) => needs(row)).sort((a, b) => (a.seq || 0) - (b.seq || 0))
}
