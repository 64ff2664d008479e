import { Invalid } from '../errors.ts'
import { canonicalJson } from '../hash.ts'
import { rebased } from '../merge/compare.ts'
import { seenOf } from '../merge/seen.ts'
import type { Saved } from '../outbox-api.ts'
import type { Scope } from '../scope.ts'
import { opsOfEntity } from '../store/dependents.ts'
import { isFileOp, type OpRow, readOp } from '../store/op-row.ts'
import type { OutboxDb, ReceiptRow } from '../store/outbox-db.ts'
import type { EntryPayload } from './payload.ts'
import { placeDelete } from './place-delete.ts'
import { placeEntry } from './place-entry.ts'
import { entryOf } from './placing.ts'
import type { Prepared } from './prepare.ts'

/**
 * Finds the place of a prepared command among what waits for the same entity, and puts it there (offline.md §2 rows 22,
 * 26, 27): into an entry that was never tried; in place of one that the server refused, under a new key; else as a new
 * operation behind the others. Within `Store.write`; doing it twice changes nothing.
 * @throws Invalid {'': ['gone']} for an edit of what is being deleted
 */
export async function place(db: OutboxDb, scope: Scope, appVersion: string, given: Prepared): Promise<Saved> {
  const entityId = given.command.id
  const ops = await opsOfEntity(db, entityId)
  const entries = ops.filter((op) => !isFileOp(op) && op.state !== 'damaged')
  const known = await alreadyPlaced(db, given, entries)
  if (typeof known === 'string') return { opId: known, entityId }
  const prepared = known ?? given
  const placing = { db, scope, appVersion, ops, entries }
  if (prepared.payload === null) return { opId: await placeDelete(placing, prepared), entityId }
  if (entries.some((op) => op.kind.endsWith('.delete'))) throw new Invalid({ '': ['gone'] })
  const last = entries.at(-1)
  return { opId: await placeEntry(placing, last ? onTopOf(prepared, entryOf(last)) : prepared), entityId }
}

/**
 * The edit on top of what waits, which may have become another than the form showed: put together with a colleague's
 * edit, or moved, while the form was open. What the person left alone is as it is now, not as it was (offline.md §2 row 23).
 */
function onTopOf(prepared: Prepared, { fields: now }: EntryPayload): Prepared {
  const seen = 'basis' in prepared.command ? seenOf(prepared.command.basis.seen) : null
  if (!seen || !prepared.payload) return prepared
  const fields = rebased(prepared.payload.fields, seen.fields, now)
  const vehicleId = Number(fields.vehicle_id)
  // The names at hand are those of the vehicle that the form showed.
  const vehicle = vehicleId === prepared.vehicleId ? prepared.vehicle : null
  return { ...prepared, vehicleId, vehicle, payload: { ...prepared.payload, fields } }
}

/**
 * The operation that this command has become before: by a first run whose answer was lost, or, for a create, by a first
 * press of the button (the ids of entity and files are made once, when the form opens). A
 * press that was kept late, and arrived before the person changed and saved again, makes an edit of the second.
 */
async function alreadyPlaced(
  db: OutboxDb,
  prepared: Prepared,
  entries: OpRow[],
): Promise<string | Prepared | null> {
  if (await db.ops.get(prepared.opId)) return prepared.opId
  if (!prepared.command.kind.endsWith('.create')) return null
  const same = entries.find((op) => isSameEntry(entryOf(op), prepared.payload))
  if (same) return same.id
  const receipts = await db.receipts.where('entityId').equals(prepared.command.id).toArray()
  const receipt = receipts.find(({ kind }) => kind === prepared.command.kind)
  return (entries.length === 0 && editOf(prepared, receipts)) || (receipt?.id ?? null)
}

/** The create as an edit of what has arrived of it; null when that is the same, or not the last that is known of the entity. */
function editOf(prepared: Prepared, receipts: readonly ReceiptRow[]): Prepared | null {
  const { command, payload } = prepared
  const [receipt, ...later] = receipts.filter(({ kind }) => kind !== 'file.put')
  const op = receipt && readOp(receipt.op)
  if (!op || later.length > 0 || receipt.kind !== command.kind || !payload) return null
  const sent = entryOf(op)
  if (isSameEntry(sent, payload)) return null
  const [has, had] = [payload, sent].map(({ manifest }) => new Set(manifest.map(({ id }) => id)))
  const removedFileIds = sent.manifest.map(({ id }) => id).filter((id) => !has?.has(id))
  const isNew = ({ id }: { id: string }) => !had?.has(id)
  const edit = { basis: { rev: receipt.rev, opId: receipt.id }, removedFileIds }
  const files = prepared.files.filter(isNew)
  const update = {
    ...prepared,
    files,
    payload: { ...payload, manifest: payload.manifest.filter(isNew), removedFileIds },
  }
  if (command.kind === 'history.create')
    return { ...update, command: { ...command, ...edit, kind: 'history.update', files } }
  if (command.kind === 'glovebox.create')
    return { ...update, command: { ...command, ...edit, kind: 'glovebox.update', files } }
  return null
}

const isSameEntry = (a: EntryPayload, b: EntryPayload | null): boolean =>
  canonicalJson([a.fields, a.manifest]) === canonicalJson([b?.fields, b?.manifest])
