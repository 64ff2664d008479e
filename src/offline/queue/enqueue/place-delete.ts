import { entryValuesOf } from '#src/offline/model/merge/entry-values.ts'
import { fileIdOf, isFileOp, type OpRow } from '#src/offline/model/op-row.ts'
import { addOrHold, repointDependents } from '#src/offline/queue/dependents.ts'
import { nextSeq, removeOp } from '#src/offline/storage/store.ts'
import { type EnqueueContext, isNeverSent, removeUnneededFiles, resolveBaseRev } from './enqueue-context.ts'
import { newOp } from './new-op.ts'
import type { PreparedCommand } from './prepare.ts'

/**
 * Enqueues a delete. A create that the server cannot have (never sent, or refused) is removed with its dependents.
 * Edits that were never sent are removed too. Operations that may be in flight arrive first.
 * @returns the delete's operation, or the removed create's if nothing needs to be sent
 */
export async function placeDelete(context: EnqueueContext, prepared: PreparedCommand): Promise<string> {
  const { db, ops, entries, scope, appVersion } = context
  const { command } = prepared
  if (!('basis' in command)) throw new Error('A delete has a basis')
  const [first] = entries
  if (first?.kind.endsWith('.create') && cannotBeThere(first)) {
    for (const op of [...ops].reverse()) await removeOp(db, op, 'discarded')
    return first.id
  }
  const standing = entries.find((op) => op.kind.endsWith('.delete') && !cannotBeThere(op))
  if (standing) return standing.id
  const refused = entries.find((op) => op.state === 'conflict')
  for (const op of entries.filter(cannotBeThere)) {
    await repointDependents(db, op.id, op)
    await removeOp(db, op, 'discarded')
  }
  const awaited = entries.filter((op) => !cannotBeThere(op)).at(-1)
  const files = ops.filter(isFileOp).map((op) => fileIdOf(op) ?? '')
  const stillSending = await removeUnneededFiles(context, files)
  const baseRev = awaited
    ? null
    : (refused?.trouble?.currentRev ?? (await resolveBaseRev(db, command.id, command.basis)))
  const op = newOp(scope, appVersion, {
    id: prepared.opId,
    kind: command.kind,
    seq: await nextSeq(db),
    entityId: command.id,
    vehicleId: prepared.vehicleId,
    payload: {},
    dependsOn: [...(awaited ? [awaited.id] : []), ...stillSending],
    baseOf: awaited?.id ?? null,
    baseRev,
    base: entryValuesOf(command.basis.seen),
    occurredAt: prepared.now,
    ...(prepared.vehicle ? { vehicle: prepared.vehicle } : {}),
  })
  await addOrHold(db, op)
  return op.id
}

/** Never sent, or refused: the server has nothing of it. */
const cannotBeThere = (op: OpRow): boolean =>
  isNeverSent(op) || op.state === 'rejected' || op.state === 'conflict'
