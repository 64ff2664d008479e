import { entryValuesOf } from '#src/offline/model/merge/entry-values.ts'
import { isFileOp, type OpRow } from '#src/offline/model/op-row.ts'
import { mayExist, UNKNOWN_REVISION } from '#src/offline/queue/rekey.ts'
import { isDelete, isInFlight, keepFilesOf, removeWith } from '#src/offline/queue/removed-files.ts'
import {
  addOrHold,
  changeOp,
  nextSeq,
  opsOfEntity,
  removeOp,
  repointDependents,
  type WorkingQueue,
} from '#src/offline/queue/working-queue.ts'
import { newOp } from './new-op.ts'
import { baseRevOf, isNeverSent, isRefused, type QueuedEntity } from './plan-edit.ts'
import type { PreparedCommand } from './prepare.ts'

/**
 * Plans a delete. A create that the server cannot have (never sent, or refused) is removed with its dependents. Edits
 * that were never sent are removed too. Operations that may be in flight arrive first. Other files that the server may
 * await stay until it has accepted the delete.
 * @returns the delete's operation, or the removed create's if nothing needs to be sent
 */
export function planDelete(queue: WorkingQueue, entity: QueuedEntity, prepared: PreparedCommand): string {
  const { ops, entries } = entity
  const { command } = prepared
  if (!('basis' in command)) throw new Error('A delete has a basis')
  const [first] = entries
  if (first && isUnknownCreate(first)) {
    removeAll(queue, ops)
    return first.id
  }
  const standing = entries.find((op) => isDelete(op) && !isReplaceable(op))
  if (standing) return standing.id
  const refused = entries.find((op) => op.state === 'conflict')
  const mayBeUnknown = first !== undefined && isDoubtful(first)
  const files = ops.filter(isFileOp)
  const inFlight = files.filter(isInFlight).map(({ id }) => id)
  const waiting = files.filter((file) => !isInFlight(file) && !isUnknownFile(file, entries))
  for (const file of files)
    if (!isInFlight(file) && !waiting.includes(file)) removeOp(queue, file, 'discarded')
  removeReplaceable(queue, entries)
  const awaited = entries.filter((op) => !isReplaceable(op)).at(-1)
  const baseRev = () => refused?.trouble?.currentRev ?? baseRevOf(queue.existing, command.id, command.basis)
  const op = newOp(prepared, {
    id: prepared.opId,
    kind: command.kind,
    seq: nextSeq(queue),
    entityId: command.id,
    vehicleId: prepared.vehicleId,
    payload: {},
    dependsOn: [...(awaited ? [awaited.id] : []), ...inFlight],
    baseOf: awaited?.id ?? null,
    base: entryValuesOf(command.basis.seen),
    occurredAt: prepared.now,
    ...(mayBeUnknown ? ofDoubtful : { baseRev: awaited ? null : baseRev() }),
    ...(prepared.vehicle ? { vehicle: prepared.vehicle } : {}),
  })
  const placed = addOrHold(queue, op)
  for (const { id } of waiting) removeWith(queue, id, placed)
  return op.id
}

/**
 * Continues a delete that waits behind a create, an edit or a file that the server has refused: the user need not decide
 * about what is to be deleted anyway. Does nothing if no delete waits.
 */
export function settleDelete(queue: WorkingQueue, entityId: string): void {
  const ops = opsOfEntity(queue, entityId)
  const entries = ops.filter((op) => !isFileOp(op) && op.state !== 'damaged')
  const [first] = entries
  const waiting = entries.find((op) => isDelete(op) && op.state === 'held' && op.heldFor === 'dependency')
  if (!first || !waiting) return
  if (isUnknownCreate(first)) {
    removeAll(queue, ops)
    return
  }
  // In a conflict, the user has not seen yet what others changed.
  const refused = entries.filter((op) => op.state === 'rejected' && op.seq < waiting.seq)
  for (const file of ops.filter((op) => isFileOp(op) && !isInFlight(op))) {
    repointDependents(queue, file.id, { dependsOn: [], baseRev: null, baseOf: null })
    if (isUnknownFile(file, refused)) removeOp(queue, file, 'discarded')
    else removeWith(queue, file.id, queue.ops.get(waiting.id) ?? waiting)
  }
  removeReplaceable(queue, refused)
  const deletion = queue.ops.get(waiting.id)
  if (deletion && refused.includes(first) && isDoubtful(first)) changeOp(queue, deletion, ofDoubtful)
}

/**
 * The delete of an entry that may not exist on the server. If it does, the server responds with its row, and the user
 * decides, because the row may differ from what the user wanted to delete.
 */
const ofDoubtful = { mayExist: true, baseRev: UNKNOWN_REVISION, baseOf: null } as const

const isCreate = ({ kind }: OpRow): boolean => kind.endsWith('.create')

/** Need not arrive before a delete: never sent, or refused. */
const isReplaceable = (op: OpRow): boolean => isNeverSent(op) || isRefused(op)

/**
 * A create that the server does not have: never sent, or refused. The server repeats the success of a key that it knows,
 * whatever it would refuse now (decision 127).
 */
const isUnknownCreate = (op: OpRow): boolean => isCreate(op) && isReplaceable(op) && !mayExist(op)

/** The file of an entry that the server does not have: never sent, or refused. */
const isUnknownFile = ({ parentId }: OpRow, entries: readonly OpRow[]): boolean =>
  entries.some(
    (op) => op.id === parentId && (isNeverSent(op) || op.state === 'rejected') && !isPartlyStored(op),
  )

/** Whether the server may have stored content of an operation that it has not accepted, under an earlier key. */
const isPartlyStored = (op: OpRow): boolean =>
  mayExist(op) || op.trouble?.code === 'key_reused' || op.baseRev === UNKNOWN_REVISION

/** The first operation of an entry that an earlier key may have stored, and of which no revision is known. */
const isDoubtful = (op: OpRow): boolean =>
  isReplaceable(op) && op.state !== 'conflict' && (mayExist(op) || op.baseRev === UNKNOWN_REVISION)

function removeAll(queue: WorkingQueue, ops: readonly OpRow[]): void {
  for (const op of [...ops].reverse()) removeOp(queue, op, 'discarded')
}

function removeReplaceable(queue: WorkingQueue, entries: readonly OpRow[]): void {
  for (const op of entries.filter(isReplaceable)) {
    keepFilesOf(queue, op)
    // An earlier one may have changed what this one waits for.
    repointDependents(queue, op.id, queue.ops.get(op.id) ?? op)
    removeOp(queue, op, 'discarded')
  }
}
