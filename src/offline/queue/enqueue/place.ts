import type { Saved } from '#src/offline/model/api/outbox-api.ts'
import { Invalid } from '#src/offline/model/errors.ts'
import { rebaseFields } from '#src/offline/model/merge/differences.ts'
import { entryValuesOf } from '#src/offline/model/merge/entry-values.ts'
import { isFileOp } from '#src/offline/model/op-row.ts'
import type { EntryPayload } from '#src/offline/model/payload.ts'
import type { Scope } from '#src/offline/model/scope.ts'
import { markUnrecordedAttempts, opsOfEntity } from '#src/offline/queue/dependents.ts'
import type { OutboxDb } from '#src/offline/storage/outbox-db.ts'
import { type EnqueueContext, payloadOfEntry } from './enqueue-context.ts'
import { placeCreate, withUniqueFileIds } from './place-create.ts'
import { placeDelete } from './place-delete.ts'
import { placeEntry } from './place-entry.ts'
import type { PreparedCommand } from './prepare.ts'

/**
 * Enqueues a prepared command next to the queued operations of the same entity (docs/offline.md rows 22, 26, 27 and
 * 36). A create always becomes its own entry. An edit is merged into an entry that was never sent, replaces one that
 * the server refused, or is appended. Runs within `Store.write` and is idempotent.
 * @throws Invalid {'': ['gone']} for an edit of an entry that is being deleted
 */
export async function place(
  db: OutboxDb,
  scope: Scope,
  appVersion: string,
  prepared: PreparedCommand,
): Promise<Saved> {
  await markUnrecordedAttempts(db)
  const done = await db.ops.get(prepared.opId)
  if (done) return { opId: done.id, entityId: done.entityId }
  if (prepared.command.kind.endsWith('.create')) return placeCreate({ db, scope, appVersion }, prepared)
  return placeChange({ db, scope, appVersion }, await followed(db, prepared))
}

/** Enqueues an edit or a delete. */
async function placeChange(
  base: Pick<EnqueueContext, 'db' | 'scope' | 'appVersion'>,
  prepared: PreparedCommand,
): Promise<Saved> {
  const { db } = base
  const entityId = prepared.command.id
  const ops = await opsOfEntity(db, entityId)
  const entries = ops.filter((op) => !isFileOp(op) && op.state !== 'damaged')
  const context = { ...base, ops, entries }
  if (prepared.payload === null) return { opId: await placeDelete(context, prepared), entityId }
  if (entries.some((op) => op.kind.endsWith('.delete'))) throw new Invalid({ '': ['gone'] })
  const edit = await withUniqueFileIds(db, prepared)
  const last = entries.at(-1)
  return { opId: await placeEntry(context, last ? onTopOf(edit, payloadOfEntry(last)) : edit), entityId }
}

/**
 * The command with the entry's current id: the entry may have received a new id since the form opened (row 36). Only
 * for a form that had no revision, so that the entry that owns the old id is never changed by mistake.
 */
async function followed(db: OutboxDb, prepared: PreparedCommand): Promise<PreparedCommand> {
  const { command } = prepared
  if (!('basis' in command) || command.basis.rev !== null) return prepared
  const { id } = command
  const isKnown =
    (await db.ops.where('entityId').equals(id).count()) > 0 ||
    (await db.receipts.where('entityId').equals(id).count()) > 0
  if (isKnown) return prepared
  const waiting = await db.ops.filter((row) => row.originalId === id).first()
  const sent = await db.receipts.filter(({ op }) => Reflect.get(Object(op), 'originalId') === id).first()
  const entityId = (waiting ?? sent)?.entityId
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
