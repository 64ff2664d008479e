import { entryValuesOf } from '#src/offline/model/merge/entry-values.ts'
import { fileIdOf, isFileOp, type OpRow } from '#src/offline/model/op-row.ts'
import { mayExist } from '#src/offline/queue/rekey.ts'
import {
  addOrHold,
  nextSeq,
  removeOp,
  repointDependents,
  type WorkingQueue,
} from '#src/offline/queue/working-queue.ts'
import { newOp } from './new-op.ts'
import { baseRevOf, isNeverSent, isRefused, type QueuedEntity, removeUnneededFiles } from './plan-edit.ts'
import type { PreparedCommand } from './prepare.ts'

/**
 * Plans a delete. A create that the server cannot have (never sent, or refused) is removed with its dependents. Edits
 * that were never sent are removed too. Operations that may be in flight arrive first.
 * @returns the delete's operation, or the removed create's if nothing needs to be sent
 */
export function planDelete(queue: WorkingQueue, entity: QueuedEntity, prepared: PreparedCommand): string {
  const { ops, entries } = entity
  const { command } = prepared
  if (!('basis' in command)) throw new Error('A delete has a basis')
  const [first] = entries
  if (first?.kind.endsWith('.create') && isUnknownToServer(first)) {
    for (const op of [...ops].reverse()) removeOp(queue, op, 'discarded')
    return first.id
  }
  const standing = entries.find((op) => op.kind.endsWith('.delete') && !isUnknownToServer(op))
  if (standing) return standing.id
  const refused = entries.find((op) => op.state === 'conflict')
  for (const op of entries.filter(isUnknownToServer)) {
    // An earlier one may have changed what this one waits for.
    repointDependents(queue, op.id, queue.ops.get(op.id) ?? op)
    removeOp(queue, op, 'discarded')
  }
  const awaited = entries.filter((op) => !isUnknownToServer(op)).at(-1)
  const files = ops.filter(isFileOp).map((op) => fileIdOf(op) ?? '')
  const stillSending = removeUnneededFiles(queue, entity, files)
  const op = newOp(prepared, {
    id: prepared.opId,
    kind: command.kind,
    seq: nextSeq(queue),
    entityId: command.id,
    vehicleId: prepared.vehicleId,
    payload: {},
    dependsOn: [...(awaited ? [awaited.id] : []), ...stillSending],
    baseOf: awaited?.id ?? null,
    baseRev: awaited
      ? null
      : (refused?.trouble?.currentRev ?? baseRevOf(queue.existing, command.id, command.basis)),
    base: entryValuesOf(command.basis.seen),
    occurredAt: prepared.now,
    ...(prepared.vehicle ? { vehicle: prepared.vehicle } : {}),
  })
  addOrHold(queue, op)
  return op.id
}

/**
 * Never sent, or refused: the server has nothing of it. It repeats the success of a key that it knows, whatever it would
 * refuse now (decision 127).
 */
const isUnknownToServer = (op: OpRow): boolean => (isNeverSent(op) || isRefused(op)) && !mayExist(op)
