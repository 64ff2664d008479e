import { isImmutableKind } from '#src/offline/model/immutable-commands.ts'
import { type OpRow, readOp } from '#src/offline/model/op-row.ts'
import { needsUserAction } from '#src/offline/model/states.ts'
import type { ReceiptRow } from '#src/offline/storage/outbox-db.ts'
import type { Databases } from './reads.ts'

/** Operations that change schedules and are missing from the local copies. */
export interface DueOps {
  /** In the order of entry: what waits, except what needs the user, and what was acknowledged since the last pull. */
  ops: OpRow[]
  /** Vehicles whose stored intervals may be outdated. */
  vehicleIds: ReadonlySet<number>
}

export async function readDueOps(databases: Databases): Promise<DueOps> {
  const rows = await databases.outbox.ops.toArray()
  const waiting = rows
    .filter(({ kind }) => changesSchedule(kind))
    .map(readOp)
    .filter((op) => op !== null && !needsUserAction(op.state))
  const { ops: acked, vehicleIds } = await readAcked(databases)
  const ops = [...acked, ...waiting].filter((op) => op !== null).toSorted((a, b) => a.seq - b.seq)
  const touched = ops.filter(({ kind }) => kind !== 'snooze.create').map((op) => op.vehicleId)
  const left = await previousVehicles(databases, ops)
  return { ops, vehicleIds: new Set([...touched, ...left, ...vehicleIds]) }
}

/** Returns the vehicles from which edits move entries to another one, among those of other edits. */
async function previousVehicles({ cache }: Databases, ops: readonly OpRow[]): Promise<number[]> {
  const edits = ops.filter(({ kind }) => kind === 'history.update')
  const rows = await cache.histories.bulkGet(edits.map(({ entityId }) => entityId))
  const stored = rows.flatMap((row) => (row ? [row.vehicle_id] : []))
  // The stored row of an acknowledged edit already has its new vehicle.
  const before = edits.map(({ base }) => base?.fields.vehicle_id).filter((id) => typeof id === 'number')
  return [...stored, ...before]
}

const changesSchedule = (kind: string) => kind.startsWith('history.') || isImmutableKind(kind)

/**
 * Returns the acknowledged operations that the last pull may not contain (docs/offline.md row 34). What the stored
 * schedule contains since the acknowledgement is not applied again: undoing a mark twice would undo an earlier one.
 */
async function readAcked({ cache, outbox }: Databases): Promise<{ ops: OpRow[]; vehicleIds: number[] }> {
  const state = await cache.syncState.get('all')
  const since = state?.pulledAt ?? state?.completedAt
  if (since == null) return { ops: [], vehicleIds: [] }
  const all = await outbox.receipts.where('ackedAt').above(since).toArray()
  const receipts = all.filter(({ kind }) => changesSchedule(kind) && kind !== 'snooze.create')
  const isCurrent = await currentEntries(
    { cache },
    receipts.filter(({ kind }) => kind.startsWith('history.')),
  )
  const read = receipts.flatMap((receipt) => {
    const op = readOp(receipt.op)
    return op ? [{ op, isMissing: isCurrent(receipt) }] : []
  })
  return {
    ops: read.flatMap(({ op, isMissing }) => (isMissing ? [op] : [])),
    vehicleIds: read.map(({ op }) => op.vehicleId),
  }
}

/** Returns whether an acknowledged operation is the latest version of its entry that this device has. */
async function currentEntries({ cache }: Pick<Databases, 'cache'>, receipts: readonly ReceiptRow[]) {
  const latest = new Map<string, number>()
  for (const { entityId, rev } of receipts)
    latest.set(entityId, Math.max(rev ?? 0, latest.get(entityId) ?? 0))
  const rows = await cache.histories.bulkGet([...latest.keys()])
  const current = new Set(rows.flatMap((row) => (row && row.rev === latest.get(row.id) ? [row.id] : [])))
  return ({ kind, entityId }: ReceiptRow) => kind === 'history.delete' || current.has(entityId)
}
