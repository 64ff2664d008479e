import type { BaseRevision } from '#src/offline/model/command.ts'
import { Invalid } from '#src/offline/model/errors.ts'
import { entryValuesOf } from '#src/offline/model/merge/entry-values.ts'
import { isFileOp, type OpRow } from '#src/offline/model/op-row.ts'
import { type EntryPayload, payloadOfEntry } from '#src/offline/model/payload.ts'
import type { Existing } from '#src/offline/queue/existing.ts'
import { mayExist, UNKNOWN_REVISION } from '#src/offline/queue/rekey.ts'
import { removeWith, takeRemovedFiles } from '#src/offline/queue/removed-files.ts'
import {
  addOrHold,
  changeOp,
  nextSeq,
  releaseIfFree,
  removeOp,
  repointDependents,
  seqAfter,
  type WorkingQueue,
} from '#src/offline/queue/working-queue.ts'
import { newFileOp, newOp } from './new-op.ts'
import type { PreparedCommand } from './prepare.ts'

/** The queued operations of the entity that a command is about, in order. */
export interface QueuedEntity {
  ops: readonly OpRow[]
  /** Those of `ops` that are neither files nor damaged. */
  entries: readonly OpRow[]
}

/** Never in flight: may still change under its key. */
export const isNeverSent = (op: OpRow): boolean =>
  op.firstAttemptAt === null &&
  (op.state === 'pending' || (op.state === 'held' && op.heldFor === 'dependency'))

/** Refused by the server: an edit can replace it. */
export const isRefused = (op: OpRow): boolean => op.state === 'rejected' || op.state === 'conflict'

/** Plans an edit: merges it into refused or never sent operations, otherwise appends it. @returns its operation */
export function planEdit(queue: WorkingQueue, entity: QueuedEntity, prepared: PreparedCommand): string {
  const { entries } = entity
  const from = entries.findIndex(isRefused)
  const last = entries.at(-1)
  const folded = from >= 0 ? entries.slice(from) : last && isNeverSent(last) ? [last] : []
  return folded.length > 0 ? fold(queue, entity, prepared, folded) : appendEntry(queue, entity, prepared)
}

/**
 * Appends an edit behind all queued operations of its entity. Files that it removes wait for it, because the server may
 * already await them.
 */
function appendEntry(queue: WorkingQueue, entity: QueuedEntity, prepared: PreparedCommand): string {
  const { ops, entries } = entity
  const last = entries.at(-1)
  const basis = 'basis' in prepared.command ? prepared.command.basis : null
  const announced = new Set(entries.flatMap((op) => payloadOfEntry(op).manifest.map((line) => line.id)))
  const payload = payloadOf(prepared)
  const removed = takeRemovedFiles(queue, ops, payload.removedFileIds, new Set())
  const seen = entryValuesOf(basis?.seen)
  const placed = addEntry(queue, prepared, {
    id: prepared.opId,
    kind: prepared.command.kind,
    payload: { ...payload, manifest: payload.manifest.filter((line) => !announced.has(line.id)) },
    dependsOn: [...(last ? [last.id] : []), ...removed.inFlight],
    baseOf: last?.id ?? null,
    baseRev: last || basis === null ? null : baseRevOf(queue.existing, prepared.command.id, basis),
    // Based on the queued operation, not on what the form showed: the server may already have it, with another user's
    // edit.
    base: last ? { fields: payloadOfEntry(last).fields, documentIds: seen?.documentIds ?? [] } : seen,
  })
  for (const id of removed.awaited) removeWith(queue, id, placed)
  return prepared.opId
}

/**
 * Merges queued operations (`folded`, in order) and the edit into one. An operation that was never sent keeps its id.
 * One that the server refused gets a new id, because a key must never identify two contents.
 */
function fold(
  queue: WorkingQueue,
  entity: QueuedEntity,
  prepared: PreparedCommand,
  folded: readonly OpRow[],
): string {
  const [first] = folded
  if (!first) throw new Error('Nothing to fold into')
  const isSameKey = folded.length === 1 && isNeverSent(first)
  const announced = announcedIn(folded)
  const payload = foldedPayload(folded, prepared, announced)
  const removed = takeRemovedFiles(queue, entity.ops, removedIn(folded, prepared), announced)
  // It may have waited for a file that is discarded now.
  const current = queue.ops.get(first.id) ?? first
  const others = current.dependsOn.filter((id) => !removed.awaited.includes(id))
  const dependsOn = [...new Set([...others, ...removed.inFlight])]
  if (isSameKey) {
    const { vehicleId, now: occurredAt } = prepared
    const edition = first.edition + 1
    const changed = changeOp(queue, current, {
      payload,
      vehicleId,
      edition,
      dependsOn,
      occurredAt,
      ...shownOf(prepared),
    })
    releaseIfFree(queue, changed)
    adoptFiles(queue, entity, folded, changed)
    addFiles(queue, changed, prepared)
    for (const id of removed.awaited) removeWith(queue, id, changed)
    return first.id
  }
  const op = addEntry(queue, prepared, {
    id: prepared.opId,
    kind: first.kind,
    payload,
    dependsOn,
    baseOf: first.baseOf,
    baseRev: foldedBase(queue.existing, prepared, first),
    base: first.base ?? null,
    contentHash: first.contentHash,
    originalId: first.originalId,
    ...(mayExist(first) ? { mayExist: true } : {}),
  })
  replaceFolded(queue, entity, folded, op)
  for (const id of removed.awaited) removeWith(queue, id, op)
  return op.id
}

/**
 * Ids of files that only the merged operations announce, so that the server does not know them. Those of an edit of an
 * unknown revision may be stored with the entry (decision 127).
 */
const announcedIn = (folded: readonly OpRow[]): ReadonlySet<string> =>
  new Set(
    folded
      .filter(({ baseRev }) => baseRev !== UNKNOWN_REVISION)
      .flatMap((op) => payloadOfEntry(op).manifest.map((line) => line.id)),
  )

/** Ids of the files that merged operations and the edit remove. */
const removedIn = (folded: readonly OpRow[], prepared: PreparedCommand): string[] => [
  ...folded.flatMap((op) => payloadOfEntry(op).removedFileIds),
  ...payloadOf(prepared).removedFileIds,
]

/** Replaces merged operations by the new one: it gets their files and what depends on them. */
export function replaceFolded(
  queue: WorkingQueue,
  entity: QueuedEntity,
  folded: readonly OpRow[],
  op: OpRow,
): void {
  adoptFiles(queue, entity, folded, op)
  for (const old of [...folded].reverse()) {
    repointDependents(queue, old.id, { dependsOn: [op.id], baseRev: null, baseOf: op.id })
    removeOp(queue, old, 'merged')
  }
}

/** The queued operations and the edit as one payload. */
export function foldedPayload(
  folded: readonly OpRow[],
  prepared: PreparedCommand,
  announced: ReadonlySet<string>,
): EntryPayload {
  const added = payloadOf(prepared)
  const lines = [...folded.flatMap((op) => payloadOfEntry(op).manifest), ...added.manifest]
  const removed = removedIn(folded, prepared)
  const remaining = lines.filter((line) => !removed.includes(line.id))
  return {
    fields: added.fields,
    manifest: [...new Map(remaining.map((line) => [line.id, line])).values()],
    removedFileIds: [...new Set(removed.filter((id) => !announced.has(id)))],
    enteredAt: added.enteredAt,
  }
}

/**
 * An edit of an edit keeps the base of the first. The form showed the user's own values on top of the row, so the user
 * never saw the changes that others made; the server must be able to report them.
 */
function foldedBase(existing: Existing, prepared: PreparedCommand, first: OpRow): number | null {
  if (!first.kind.endsWith('.update') || first.baseOf !== null) return null
  const seen = 'basis' in prepared.command ? prepared.command.basis : null
  return first.baseRev ?? (seen && baseRevOf(existing, first.entityId, seen))
}

/**
 * Returns the base revision of an edit or a delete with no queued predecessor. It is the revision of the acknowledged
 * operation that the user saw. Otherwise it is the revision that the user saw, or the latest known to this device.
 */
export function baseRevOf({ receipts }: Existing, entityId: string, basis: BaseRevision): number {
  const seen = receipts.find(({ id }) => id === basis.opId)
  const latest = receipts.flatMap((row) => (row.entityId === entityId && row.rev !== null ? [row.rev] : []))
  const known = seen?.rev ?? basis.rev ?? (latest.length > 0 ? Math.max(...latest) : null)
  if (known === null) throw new Invalid({ '': ['not_found'] })
  return known
}

type EntryStart = Pick<
  OpRow,
  | 'id'
  | 'kind'
  | 'payload'
  | 'dependsOn'
  | 'baseOf'
  | 'baseRev'
  | 'base'
  | 'contentHash'
  | 'originalId'
  | 'mayExist'
>

/** Adds a new operation and its files to the queue. */
export function addEntry(queue: WorkingQueue, prepared: PreparedCommand, start: EntryStart): OpRow {
  const op = newOp(prepared, {
    ...start,
    seq: nextSeq(queue),
    entityId: prepared.command.id,
    vehicleId: prepared.vehicleId,
    occurredAt: prepared.now,
    ...shownOf(prepared),
  })
  const placed = addOrHold(queue, op)
  addFiles(queue, placed, prepared)
  return placed
}

/** Adds one operation per file, behind the entry that announces it. */
function addFiles(queue: WorkingQueue, parent: OpRow, prepared: PreparedCommand): void {
  for (const file of prepared.files) {
    const { id, name, type, sha256, bytes } = file
    const isStored = queue.files.has(id) ? queue.files.get(id) !== null : queue.existing.fileDigests.has(id)
    if (isStored) continue
    addOrHold(queue, newFileOp(prepared, parent, file, nextSeq(queue)))
    queue.files.set(id, { id, name, type, size: bytes.byteLength, sha256, bytes })
  }
}

/** Assigns the files of merged operations to the new operation and its vehicle, behind it in the order of entry. */
function adoptFiles(
  queue: WorkingQueue,
  { ops }: QueuedEntity,
  folded: readonly OpRow[],
  parent: OpRow,
): void {
  const { id: parentId, entityId, vehicleId } = parent
  const old = new Set(folded.map((op) => op.id))
  for (const { id } of ops) {
    const file = queue.ops.get(id)
    if (file && isFileOp(file) && file.parentId !== null && old.has(file.parentId))
      changeOp(queue, file, { parentId, entityId, vehicleId, seq: seqAfter(queue, file, parent) })
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
