import type { Receipt, WaitingEntry, WaitingFile } from '#src/offline/model/api/outbox-api.ts'
import { fileIdOf, isFileOp, type OpRow, readOp, trayItemOf } from '#src/offline/model/op-row.ts'
import { isQueued } from '#src/offline/model/states.ts'
import type { OutboxDb } from '#src/offline/storage/outbox-db.ts'
import { isMovable } from './actions/move.ts'
import { conflictOf } from './actions/resolve-conflict.ts'
import { isRemovedBy } from './removed-files.ts'

/**
 * The items of the tray in the order of entry: entries with their files, files of arrived entries, and unreadable rows.
 */
export async function waitingEntries(db: OutboxDb): Promise<WaitingEntry[]> {
  const rows = await db.ops.toArray()
  const ops = rows.map(readOp).filter((op) => op !== null)
  const byId = new Map(ops.map((op) => [op.id, op]))
  const filesOf = new Map<string, OpRow[]>()
  for (const op of ops.filter(isFileOp)) {
    const line = trayItemOf(op)
    filesOf.set(line, [...(filesOf.get(line) ?? []), op])
  }
  const entriesOf = new Map<string, OpRow[]>()
  /** First queued entry of each vehicle. */
  const heads = new Map<number, number>()
  for (const op of ops.filter((other) => !isFileOp(other))) {
    if (op.state !== 'damaged') entriesOf.set(op.entityId, [...(entriesOf.get(op.entityId) ?? []), op])
    if (isQueued(op.state)) heads.set(op.vehicleId, Math.min(op.seq, heads.get(op.vehicleId) ?? op.seq))
  }
  const lineOf = (lead: OpRow, files: OpRow[]): WaitingEntry => ({
    opId: lead.id,
    kind: lead.kind as WaitingEntry['kind'],
    entityId: lead.entityId,
    ...(lead.originalId === undefined ? {} : { originalId: lead.originalId }),
    vehicleId: lead.vehicleId,
    vehicle: lead.vehicle?.id === lead.vehicleId ? lead.vehicle : null,
    state: lead.state,
    savedAt: lead.occurredAt,
    nextTryAt: lead.state === 'retry' || lead.state === 'stuck' ? lead.nextAt : null,
    trouble: lead.trouble,
    blockedBy: lead.dependsOn.find((id) => !isQueued(byId.get(id)?.state ?? 'pending')) ?? null,
    isBehind: (heads.get(lead.vehicleId) ?? lead.seq) < lead.seq,
    canMove: isMovable(lead, entriesOf.get(lead.entityId) ?? []),
    payload: lead.payload,
    conflict: conflictOf(lead),
    files: files.map((file) => waitingFile(file, byId)),
  })
  const entries = ops
    .filter((op) => !isFileOp(op))
    .map((lead) => ({ lead, files: filesOf.get(lead.id) ?? [] }))
  const leftOver = [...filesOf].flatMap(([line, files]) => {
    const lead = files.find((op) => !isQueued(op.state)) ?? files[0]
    return lead && (!byId.has(line) || line === lead.id) ? [{ lead, files }] : []
  })
  const unreadable = rows.filter((row) => readOp(row) === null).map(unreadableLine)
  // Not by time, because the clock of the device may have been set back (docs/offline.md row 16).
  const inOrder = [...entries, ...leftOver].sort((a, b) => a.lead.seq - b.lead.seq)
  return inOrder.map(({ lead, files }) => lineOf(lead, files)).concat(unreadable)
}

function waitingFile(op: OpRow, byId: ReadonlyMap<string, OpRow>): WaitingFile {
  const awaited = op.dependsOn.flatMap((id) => byId.get(id) ?? [])
  const { file_name: name } = (op.shown ?? {}) as { file_name?: unknown }
  const fileId = fileIdOf(op) ?? op.id
  return {
    opId: op.id,
    fileId,
    name: typeof name === 'string' ? name : '',
    size: op.bytes,
    state: op.state,
    uploaded: op.uploaded,
    trouble: op.trouble,
    isRemoved: awaited.some((other) => isRemovedBy(other, op)),
  }
}

/** An unreadable row, kept and shown (docs/offline.md row 32). */
const unreadableLine = (row: OpRow): WaitingEntry => ({
  opId: row.id,
  kind: 'unknown',
  entityId: '',
  vehicleId: 0,
  vehicle: null,
  state: 'damaged',
  savedAt: 0,
  nextTryAt: null,
  trouble: { class: 'damaged', status: 0, code: null, at: 0 },
  blockedBy: null,
  isBehind: false,
  canMove: false,
  payload: row,
  conflict: null,
  files: [],
})

const RECEIPTS_SHOWN = 500

/** The latest acknowledged operations, newest first, without the files of entries. */
export async function recentReceipts(db: OutboxDb): Promise<Receipt[]> {
  const rows = await db.receipts
    .orderBy('ackedAt')
    .reverse()
    .filter((receipt) => receipt.kind !== 'file.put')
    .limit(RECEIPTS_SHOWN)
    .toArray()
  return rows.map(({ id, kind, entityId, ackedAt, op: stored }) => {
    const op = readOp(stored)
    return {
      opId: id,
      kind: kind as Receipt['kind'],
      entityId,
      ackedAt,
      vehicleId: op?.vehicleId ?? 0,
      vehicle: op?.vehicle?.id === op?.vehicleId ? (op?.vehicle ?? null) : null,
      payload: kind.endsWith('.delete')
        ? op?.base
          ? { fields: op.base.fields }
          : null
        : (op?.payload ?? null),
    }
  })
}

/** Keys of entries in the order of saving; keys of files if only files are left. */
export async function unsentKeys(db: OutboxDb, limit: number): Promise<string[]> {
  const entries = await db.ops
    .orderBy('id')
    .filter((op) => !isFileOp(op))
    .limit(limit)
    .primaryKeys()
  return entries.length > 0 ? entries : db.ops.orderBy('id').limit(limit).primaryKeys()
}
