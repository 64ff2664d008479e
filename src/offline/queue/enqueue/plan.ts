import type { Saved } from '#src/offline/model/api/outbox-api.ts'
import { Invalid } from '#src/offline/model/errors.ts'
import { canonicalJson } from '#src/offline/model/hash.ts'
import { rebaseFields } from '#src/offline/model/merge/differences.ts'
import { entryValuesOf } from '#src/offline/model/merge/entry-values.ts'
import { fileIdOf, isFileOp, type OpRow, readOp } from '#src/offline/model/op-row.ts'
import { type EntryPayload, payloadOfEntry } from '#src/offline/model/payload.ts'
import type { Existing } from '#src/offline/queue/existing.ts'
import { isIdReused, mayExist } from '#src/offline/queue/rekey.ts'
import { removedFileIdsOf } from '#src/offline/queue/removed-files.ts'
import {
  changesOf,
  markUnrecordedAttempts,
  opsOfEntity,
  removeOp,
  type WorkingQueue,
  workingQueue,
} from '#src/offline/queue/working-queue.ts'
import type { Changes } from '#src/offline/storage/commit.ts'
import { planDelete } from './plan-delete.ts'
import { addEntry, planEdit } from './plan-edit.ts'
import { contentOf, type PreparedCommand } from './prepare.ts'

/** What a command writes, and the result for its form. */
export interface Plan {
  saved: Saved
  changes: Changes
}

/**
 * Decides how a command joins the queued operations of its entity (docs/offline.md rows 22, 26, 27 and 36). A create
 * always becomes its own entry. An edit is merged into an entry that was never sent, replaces one that the server
 * refused, or is appended. Pure and idempotent: a command whose operation is already queued changes nothing.
 * @throws Invalid {'': ['gone']} for an edit of an entry that is being deleted
 */
export function plan(existing: Existing, prepared: PreparedCommand): Plan {
  const queue = workingQueue(existing)
  markUnrecordedAttempts(queue)
  const { opId, command } = prepared
  // An earlier run of the same transaction.
  const done = existing.ops.find(({ id }) => id === opId)
  const saved = done
    ? { opId, entityId: done.entityId }
    : command.kind.endsWith('.create')
      ? planCreate(queue, prepared)
      : planChange(queue, prepared)
  return { saved, changes: changesOf(queue) }
}

/** Plans an edit or a delete. */
function planChange(queue: WorkingQueue, prepared: PreparedCommand): Saved {
  const current = withCurrentId(queue.existing, prepared)
  const entityId = current.command.id
  const ops = opsOfEntity(queue, entityId)
  const entries = ops.filter((op) => !isFileOp(op) && op.state !== 'damaged')
  if (current.payload === null) return { opId: planDelete(queue, { ops, entries }, current), entityId }
  if (entries.some((op) => op.kind.endsWith('.delete'))) throw new Invalid({ '': ['gone'] })
  const edit = withUniqueFileIds(queue, current)
  const last = entries.at(-1)
  const onTop = last ? onTopOf(edit, payloadOfEntry(last)) : edit
  return { opId: planEdit(queue, { ops, entries }, onTop), entityId }
}

/**
 * Plans a create. A repeat with the same id and content returns the existing entry. Other content under a known id
 * becomes a new entry with new ids: two tabs can restore one draft, and neither may overwrite the other
 * (docs/offline.md row 36). A reading, which has no draft, replaces a rejected one with its id.
 */
function planCreate(queue: WorkingQueue, prepared: PreparedCommand): Saved {
  const rejected = rejectedReading(queue, prepared)
  const found = rejected ? { same: null, isTaken: false } : lookUp(queue, prepared)
  if (found.same) return { opId: found.same.id, entityId: found.same.entityId }
  const entry = found.isTaken ? withOtherIds(prepared) : withUniqueFileIds(queue, prepared)
  const { payload, opId, command, contentHash } = entry
  if (!payload) throw new Error('A create has a payload')
  addEntry(queue, entry, {
    id: opId,
    kind: command.kind,
    payload,
    dependsOn: [],
    baseOf: null,
    baseRev: null,
    ...(contentHash === null ? {} : { contentHash }),
    ...(found.isTaken ? { originalId: prepared.command.id } : {}),
    ...(rejected && mayExist(rejected) ? { mayExist: true } : {}),
  })
  if (rejected) removeOp(queue, rejected, 'merged')
  return { opId, entityId: command.id }
}

/** The rejected reading that a reading with its id corrects. Its id is still unused on the server. */
const rejectedReading = (queue: WorkingQueue, { command }: PreparedCommand): OpRow | undefined =>
  command.kind === 'reading.create'
    ? opsOfEntity(queue, command.id).find(
        ({ kind, state, trouble }) =>
          kind === command.kind && state === 'rejected' && !isIdReused(trouble?.code),
      )
    : undefined

interface Known {
  /** The same entry, queued or acknowledged. */
  same: OpRow | null
  /** The id belongs to another entry. */
  isTaken: boolean
}

/** What this device knows about the id of a create. If it cannot tell, the server can: it responds `id_reused`. */
function lookUp(queue: WorkingQueue, prepared: PreparedCommand): Known {
  const { id } = prepared.command
  const { existing } = queue
  const ops = opsOfEntity(queue, id)
  const receipts = existing.receipts.filter(({ entityId }) => entityId === id)
  const sent = receipts.map(({ op }) => readOp(op)).filter((op) => op !== null)
  const isDeleted = [...ops, ...receipts].some(({ kind }) => kind.endsWith('.delete'))
  const same = [...ops, ...sent].find((op) => op.state !== 'damaged' && isSameCreate(op, prepared))
  if (same && !isDeleted) return { same, isTaken: false }
  // For a receipt without its operation, or a row edited since, only the server knows the original content.
  const hasRows = existing.ops.some(({ entityId }) => entityId === id)
  const isTaken = hasRows || isDeleted || sent.length > 0 || prepared.isIdTaken
  return { same: isTaken ? earlierCopy(existing, prepared) : null, isTaken }
}

/** The entry created by an earlier save of the same content under the same known id. */
function earlierCopy(existing: Existing, prepared: PreparedCommand): OpRow | null {
  const { waiting, sent } = renamedFrom(existing, prepared.command.id)
  const copies = [...waiting, ...sent.map(({ op }) => op)].map(readOp).filter((op) => op !== null)
  return copies.find((op) => isSameCreate(op, prepared) && !isDeletedHere(existing, op.entityId)) ?? null
}

/** Stored operations and receipts of entries that received a new id in place of this one, each by key. */
function renamedFrom({ ops, receipts }: Existing, id: string) {
  const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1)
  return {
    waiting: ops.filter(({ originalId }) => originalId === id).sort(byId),
    sent: receipts.filter(({ op }) => originalIdOf(op) === id).sort(byId),
  }
}

/** The id from the form, if a stored operation received another one. */
const originalIdOf = (op: unknown): unknown => Reflect.get(Object(op), 'originalId')

const isDeletedHere = ({ ops, receipts }: Existing, entityId: string): boolean =>
  [...ops, ...receipts].some((row) => row.entityId === entityId && String(row.kind).endsWith('.delete'))

/** Whether an operation began as this create; an edit may have been merged into it since. */
function isSameCreate(op: OpRow, { command, payload, contentHash }: PreparedCommand): boolean {
  if (isFileOp(op) || op.kind !== command.kind || !payload) return false
  if (op.contentHash !== undefined && contentHash !== null) return op.contentHash === contentHash
  return (
    op.payload !== null && canonicalJson(contentOf(payloadOfEntry(op))) === canonicalJson(contentOf(payload))
  )
}

/**
 * The command with the entry's current id: the entry may have received a new id since the form opened (row 36). Only
 * for a form that had no revision, so that the entry that owns the old id is never changed by mistake.
 */
function withCurrentId(existing: Existing, prepared: PreparedCommand): PreparedCommand {
  const { command } = prepared
  if (!('basis' in command) || command.basis.rev !== null) return prepared
  const { id } = command
  if ([...existing.ops, ...existing.receipts].some((row) => row.entityId === id)) return prepared
  const { waiting, sent } = renamedFrom(existing, id)
  const entityId = (waiting[0] ?? sent[0])?.entityId
  return entityId === undefined ? prepared : { ...prepared, command: { ...command, id: entityId } }
}

/**
 * Rebases the edit on the queued operation, which may have changed while the form was open: merged with another user's
 * edit, or moved. Fields that the user did not change take their current values (docs/offline.md row 23).
 */
function onTopOf(prepared: PreparedCommand, { fields: now }: EntryPayload): PreparedCommand {
  const seen = 'basis' in prepared.command ? entryValuesOf(prepared.command.basis.seen) : null
  if (!seen || !prepared.payload) return prepared
  const fields = rebaseFields(prepared.payload.fields, seen.fields, now)
  const vehicleId = Number(fields.vehicle_id)
  // The known names are those of the vehicle that the form showed.
  const vehicle = vehicleId === prepared.vehicleId ? prepared.vehicle : null
  return { ...prepared, vehicleId, vehicle, payload: { ...prepared.payload, fields } }
}

function withOtherIds(prepared: PreparedCommand): PreparedCommand {
  const ids = new Map(prepared.files.map(({ id, otherId }) => [id, otherId]))
  return withFileIds({ ...prepared, command: { ...prepared.command, id: prepared.otherId } }, ids)
}

/**
 * Assigns a new id to each file whose id another entry on this device uses, because two forms can restore the same photo.
 * Also assigns one to a file that a queued edit removes, because the server will have deleted the old id.
 */
function withUniqueFileIds(queue: WorkingQueue, prepared: PreparedCommand): PreparedCommand {
  const ops = opsOfEntity(queue, prepared.command.id)
  const removed = new Set(ops.flatMap(removedFileIdsOf))
  const own = new Set(ops.map(fileIdOf).filter((id) => id !== null && !removed.has(id)))
  const taken = prepared.files.filter(({ id, sha256 }) => {
    const stored = queue.existing.fileDigests.get(id)
    return stored !== undefined && (!own.has(id) || stored !== sha256)
  })
  return withFileIds(prepared, new Map(taken.map(({ id, otherId }) => [id, otherId])))
}

function withFileIds(prepared: PreparedCommand, ids: ReadonlyMap<string, string>): PreparedCommand {
  const renamed = <T extends { id: string }>(file: T): T => ({ ...file, id: ids.get(file.id) ?? file.id })
  const { payload, files } = prepared
  return {
    ...prepared,
    files: files.map(renamed),
    payload: payload && { ...payload, manifest: payload.manifest.map(renamed) },
  }
}
