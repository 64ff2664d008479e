import { entryValuesOf } from '#src/offline/model/merge/entry-values.ts'
import { isFileOp, type OpRow } from '#src/offline/model/op-row.ts'
import type { EntryPayload } from '#src/offline/model/payload.ts'
import { addOrHold, repointDependents } from '#src/offline/queue/dependents.ts'
import { changeOp, nextSeq, removeOp } from '#src/offline/storage/store.ts'
import {
  type EnqueueContext,
  isNeverSent,
  isRefused,
  payloadOfEntry,
  removeUnneededFiles,
  resolveBaseRev,
} from './enqueue-context.ts'
import { newFileOp, newOp } from './new-op.ts'
import type { PreparedCommand } from './prepare.ts'

/** Enqueues an edit: merges it into refused or never sent operations, otherwise appends it. */
export async function placeEntry(context: EnqueueContext, prepared: PreparedCommand): Promise<string> {
  const { entries } = context
  const from = entries.findIndex(isRefused)
  const last = entries.at(-1)
  const folded = from >= 0 ? entries.slice(from) : last && isNeverSent(last) ? [last] : []
  return folded.length > 0 ? fold(context, prepared, folded) : appendEntry(context, prepared)
}

/** Appends an edit behind all queued operations of its entity. */
async function appendEntry(context: EnqueueContext, prepared: PreparedCommand): Promise<string> {
  const { db, entries } = context
  const last = entries.at(-1)
  const basis = 'basis' in prepared.command ? prepared.command.basis : null
  const announced = new Set(entries.flatMap((op) => payloadOfEntry(op).manifest.map((line) => line.id)))
  const payload = payloadOf(prepared)
  const stillSending = await removeUnneededFiles(context, payload.removedFileIds)
  const seen = entryValuesOf(basis?.seen)
  await addEntry(context, prepared, {
    id: prepared.opId,
    kind: prepared.command.kind,
    payload: { ...payload, manifest: payload.manifest.filter((line) => !announced.has(line.id)) },
    dependsOn: [...(last ? [last.id] : []), ...stillSending],
    baseOf: last?.id ?? null,
    baseRev: last || basis === null ? null : await resolveBaseRev(db, prepared.command.id, basis),
    // Based on the queued operation, not on what the form showed: the server may already have it, with another user's
    // edit.
    base: last ? { fields: payloadOfEntry(last).fields, documentIds: seen?.documentIds ?? [] } : seen,
  })
  return prepared.opId
}

/**
 * Merges queued operations (`folded`, in order) and the edit into one. An operation that was never sent keeps its id.
 * One that the server refused gets a new id, because a key must never identify two contents.
 */
async function fold(
  context: EnqueueContext,
  prepared: PreparedCommand,
  folded: readonly OpRow[],
): Promise<string> {
  const { db } = context
  const [first] = folded
  if (!first) throw new Error('Nothing to fold into')
  const isSameKey = folded.length === 1 && isNeverSent(first)
  const announced = new Set(folded.flatMap((op) => payloadOfEntry(op).manifest.map((line) => line.id)))
  const payload = foldedPayload(folded, prepared, announced)
  const stillSending = await removeUnneededFiles(context, payloadOf(prepared).removedFileIds)
  if (isSameKey) {
    await changeOp(db, first, {
      payload,
      vehicleId: prepared.vehicleId,
      edition: first.edition + 1,
      dependsOn: [...new Set([...first.dependsOn, ...stillSending])],
      occurredAt: prepared.now,
      ...shownOf(prepared),
    })
    await adoptFiles(context, folded, { ...first, vehicleId: prepared.vehicleId })
    await addFiles(context, { ...first, vehicleId: prepared.vehicleId, occurredAt: prepared.now }, prepared)
    return first.id
  }
  const op = await addEntry(context, prepared, {
    id: prepared.opId,
    kind: first.kind,
    payload,
    dependsOn: [...new Set([...first.dependsOn, ...stillSending])],
    baseOf: first.baseOf,
    baseRev: await foldedBase(context, prepared, first),
    base: first.base ?? null,
    contentHash: first.contentHash,
    originalId: first.originalId,
  })
  await adoptFiles(context, folded, op)
  for (const old of [...folded].reverse()) {
    await repointDependents(db, old.id, { dependsOn: [op.id], baseRev: null, baseOf: op.id })
    await removeOp(db, old, 'merged')
  }
  return op.id
}

/** The queued operations and the edit as one payload. */
export function foldedPayload(
  folded: readonly OpRow[],
  prepared: PreparedCommand,
  announced: ReadonlySet<string>,
): EntryPayload {
  const added = payloadOf(prepared)
  const lines = [...folded.flatMap((op) => payloadOfEntry(op).manifest), ...added.manifest]
  const removed = [...folded.flatMap((op) => payloadOfEntry(op).removedFileIds), ...added.removedFileIds]
  const kept = lines.filter((line) => !removed.includes(line.id))
  return {
    fields: added.fields,
    manifest: [...new Map(kept.map((line) => [line.id, line])).values()],
    removedFileIds: [...new Set(removed.filter((id) => !announced.has(id)))],
    enteredAt: added.enteredAt,
  }
}

/**
 * An edit of an edit keeps the base of the first. The form showed the user's own values on top of the row, so changes
 * by others underneath were never seen; the server must be able to report them.
 */
async function foldedBase(
  { db }: EnqueueContext,
  prepared: PreparedCommand,
  first: OpRow,
): Promise<number | null> {
  if (!first.kind.endsWith('.update') || first.baseOf !== null) return null
  const seen = 'basis' in prepared.command ? prepared.command.basis : null
  return first.baseRev ?? (seen && (await resolveBaseRev(db, first.entityId, seen)))
}

type EntryStart = Pick<
  OpRow,
  'id' | 'kind' | 'payload' | 'dependsOn' | 'baseOf' | 'baseRev' | 'base' | 'contentHash' | 'originalId'
>

/** Adds a new operation and its files to the queue. Within `Store.write`. */
export async function addEntry(
  context: EnqueueContext,
  prepared: PreparedCommand,
  start: EntryStart,
): Promise<OpRow> {
  const { db, scope, appVersion } = context
  const op = newOp(scope, appVersion, {
    ...start,
    seq: await nextSeq(db),
    entityId: prepared.command.id,
    vehicleId: prepared.vehicleId,
    occurredAt: prepared.now,
    ...shownOf(prepared),
  })
  const placed = await addOrHold(db, op)
  await addFiles(context, placed, prepared)
  return placed
}

/** Adds one operation per file, behind the entry that announces it. */
async function addFiles(
  { db, scope }: EnqueueContext,
  parent: OpRow,
  prepared: PreparedCommand,
): Promise<void> {
  for (const file of prepared.files) {
    if (await db.files.get(file.id)) continue
    await addOrHold(db, newFileOp(scope, parent, file, await nextSeq(db)))
    await db.files.put({
      id: file.id,
      name: file.name,
      type: file.type,
      size: file.bytes.byteLength,
      sha256: file.sha256,
      bytes: file.bytes,
    })
  }
}

/** Assigns the files of merged operations to the new operation and its vehicle. Within `Store.write`. */
export async function adoptFiles(
  { db, ops }: EnqueueContext,
  folded: readonly OpRow[],
  { id: parentId, entityId, vehicleId }: Pick<OpRow, 'id' | 'entityId' | 'vehicleId'>,
): Promise<void> {
  const old = new Set(folded.map((op) => op.id))
  for (const op of ops) {
    if (!isFileOp(op) || op.parentId === null || !old.has(op.parentId)) continue
    const present = await db.ops.get(op.id)
    if (present) await changeOp(db, present, { parentId, entityId, vehicleId })
  }
}

function payloadOf(prepared: PreparedCommand): EntryPayload {
  if (!prepared.payload) throw new Error('A delete has no payload')
  return prepared.payload
}

/** Display texts, and the vehicle's names. */
const shownOf = ({ command, vehicle }: PreparedCommand): Pick<OpRow, 'shown' | 'vehicle'> => ({
  ...('shown' in command && command.shown !== undefined ? { shown: command.shown } : {}),
  ...(vehicle ? { vehicle } : {}),
})
