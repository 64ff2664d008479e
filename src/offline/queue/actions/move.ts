import type { Command, HistoryFields } from '#src/offline/model/command.ts'
import { newId } from '#src/offline/model/ids.ts'
import { isImmutableKind } from '#src/offline/model/immutable-commands.ts'
import { isFileOp, type OpRow, type VehicleNames } from '#src/offline/model/op-row.ts'
import { payloadOfEntry } from '#src/offline/model/payload.ts'
import { newOp } from '#src/offline/queue/enqueue/new-op.ts'
import {
  foldedPayload,
  isRefused,
  planEdit,
  type QueuedEntity,
  replaceFolded,
} from '#src/offline/queue/enqueue/plan-edit.ts'
import type { OpAuthor, PreparedCommand } from '#src/offline/queue/enqueue/prepare.ts'
import { readEntitiesOf } from '#src/offline/queue/existing.ts'
import { discardFile, isRemovedBy, keepFile } from '#src/offline/queue/removed-files.ts'
import {
  addOrHold,
  changeQueue,
  dependentsOf,
  nextSeq,
  note,
  opsOfEntity,
  type WorkingQueue,
} from '#src/offline/queue/working-queue.ts'
import type { Store } from '#src/offline/storage/store.ts'

/** The target vehicle of a move, with its names if known. */
export interface MoveTarget {
  vehicleId: number
  vehicle: VehicleNames | null
}

/**
 * Moves a queued entry to another vehicle, with its files, in one transaction (docs/offline.md row 24). A refused entry
 * is sent under a new key. An entry that may be in flight arrives first; an edit behind it moves it. An edit whose
 * entry is gone or out of sight becomes a new entry, also when it is 'moved' to its own vehicle.
 * @returns false for an entry that was settled in the meantime, a deletion or a single file
 */
export async function move(
  { db, scope, write }: Store,
  { appVersion, now }: { appVersion: string; now: number },
  opId: string,
  to: MoveTarget,
): Promise<boolean> {
  const ids = newMoveIds(now)
  return write(async () => {
    const existing = await readEntitiesOf(db, [opId, ids.opId])
    return changeQueue(db, existing, (queue) => planMove(queue, { scope, appVersion }, opId, to, ids))
  })
}

/** Ids that a move may need. Generated before the transaction, so that a second run recognizes the first. */
export interface MoveIds {
  opId: string
  entityId: string
}

export const newMoveIds = (now: number): MoveIds => ({ opId: newId(now), entityId: newId(now) })

/** @returns whether the entry moves */
export function planMove(
  queue: WorkingQueue,
  author: OpAuthor,
  opId: string,
  to: MoveTarget,
  ids: MoveIds,
): boolean {
  // The first run has committed, and only its result was lost.
  if (queue.stored.has(ids.opId)) return true
  const op = queue.ops.get(opId)
  if (!op || isFileOp(op)) return false
  const ops = opsOfEntity(queue, op.entityId)
  const entries = ops.filter((op) => !isFileOp(op) && op.state !== 'damaged')
  if (!isMovable(op, entries)) return false
  note(queue, 'moved to another vehicle', op.id)
  const first = entries.find(isRefused)
  const edit = { ...editOf(entries.at(-1) ?? op, to, ids), ...author }
  if (first && isEntryGone(first, to.vehicleId)) moveAsNew(queue, { ops, entries }, first, edit)
  else planEdit(queue, { ops, entries }, edit)
  return true
}

/** Whether an entry can be moved, given all queued operations of its entity. */
export function isMovable(op: OpRow, entries: readonly OpRow[]): boolean {
  // Comments belong to their order, and immutable commands to their vehicle.
  if (
    isFileOp(op) ||
    isImmutableKind(op.kind) ||
    op.kind.startsWith('order-comments.') ||
    !entries.some(({ id }) => id === op.id)
  )
    return false
  return entries.every(
    ({ kind, state, trouble }) =>
      !kind.endsWith('.delete') &&
      state !== 'conflict' &&
      // An edit that the role forbids is forbidden on other vehicles too.
      !(state === 'rejected' && kind.endsWith('.update') && trouble?.status === 403),
  )
}

/** Whether an edit was refused because the server's entry is gone or on a vehicle that the user cannot see. */
function isEntryGone(op: OpRow, vehicleId: number): boolean {
  if (!op.kind.endsWith('.update') || op.state !== 'rejected') return false
  if (op.trouble?.status === 410 || op.vehicleId === vehicleId) return true
  // If the edit itself names another vehicle than its entry's, that vehicle may be the one out of sight.
  return op.trouble?.status === 404 && (op.base?.fields.vehicle_id ?? op.vehicleId) === op.vehicleId
}

/** An edit that sets the vehicle of the entry and changes nothing else. */
function editOf(
  last: OpRow,
  { vehicleId, vehicle }: MoveTarget,
  ids: MoveIds,
): Omit<PreparedCommand, keyof OpAuthor> {
  const { fields, enteredAt } = payloadOfEntry(last)
  const moved = { ...fields, vehicle_id: vehicleId }
  return {
    command: {
      kind: last.kind.replace('.create', '.update') as 'history.update',
      id: last.entityId,
      basis: { rev: null, opId: last.id },
      payload: moved as unknown as HistoryFields,
      files: [],
      removedFileIds: [],
      ...(last.shown === undefined ? {} : { shown: last.shown as NonNullable<Shown> }),
    },
    opId: ids.opId,
    otherId: ids.entityId,
    vehicleId,
    payload: { fields: moved, manifest: [], removedFileIds: [], enteredAt },
    files: [],
    vehicle,
    now: last.occurredAt,
    contentHash: null,
    isIdTaken: false,
  }
}
type Shown = Extract<Command, { kind: 'history.update' }>['shown']

/**
 * Creates a new entry from the refused edit and the edits behind it. The old entry's documents stay on the server. Files
 * that the edits removed are sent to the old entry, unless it is deleted or only the edits announced them.
 */
function moveAsNew(queue: WorkingQueue, entity: QueuedEntity, first: OpRow, edit: PreparedCommand): void {
  const { entries } = entity
  const folded = entries.slice(entries.indexOf(first))
  const last = folded.at(-1) ?? first
  const op = newOp(edit, {
    id: edit.opId,
    kind: first.kind.replace('.update', '.create'),
    seq: nextSeq(queue),
    entityId: edit.otherId,
    vehicleId: edit.vehicleId,
    ...(edit.vehicle ? { vehicle: edit.vehicle } : {}),
    payload: { ...foldedPayload(folded, edit, new Set()), removedFileIds: [] },
    occurredAt: last.occurredAt,
    ...(last.shown === undefined ? {} : { shown: last.shown }),
  })
  for (const old of folded) settleRemovedFiles(queue, old, folded)
  replaceFolded(queue, entity, folded, addOrHold(queue, op))
}

function settleRemovedFiles(queue: WorkingQueue, edit: OpRow, folded: readonly OpRow[]): void {
  const isDeleted = folded[0]?.trouble?.status === 410
  for (const file of dependentsOf(queue, edit.id).filter((other) => isRemovedBy(edit, other))) {
    const isUnknown = folded.some(({ id }) => id === file.parentId)
    if (isDeleted || isUnknown) discardFile(queue, file)
    else keepFile(queue, file, edit)
  }
}
