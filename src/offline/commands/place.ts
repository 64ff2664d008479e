import { Invalid } from '../errors.ts'
import { canonicalJson } from '../hash.ts'
import { rebased } from '../merge/compare.ts'
import { seenOf } from '../merge/seen.ts'
import type { Saved } from '../outbox-api.ts'
import type { Scope } from '../scope.ts'
import { opsOfEntity } from '../store/dependents.ts'
import { isFileOp, type OpRow } from '../store/op-row.ts'
import type { OutboxDb } from '../store/outbox-db.ts'
import type { EntryPayload } from './payload.ts'
import { placeDelete } from './place-delete.ts'
import { appendEntry, fold } from './place-entry.ts'
import { entryOf, isForPerson, isUntried } from './placing.ts'
import type { Prepared } from './prepare.ts'

/**
 * Finds the place of a prepared command among what waits for the same entity, and puts it there (offline.md §2 rows 22,
 * 26, 27): into an entry that was never tried; in place of one that the server refused, under a new key; else as a new
 * operation behind the others. Within `Store.write`; doing it twice changes nothing.
 * @throws Invalid {'': ['gone']} for an edit of what is being deleted
 */
export async function place(
  db: OutboxDb,
  scope: Scope,
  appVersion: string,
  prepared: Prepared,
): Promise<Saved> {
  const entityId = prepared.command.id
  const ops = await opsOfEntity(db, entityId)
  const entries = ops.filter((op) => !isFileOp(op) && op.state !== 'damaged')
  const done = await alreadyPlaced(db, prepared, entries)
  if (done) return { opId: done, entityId }
  const placing = { db, scope, appVersion, ops, entries }
  if (prepared.payload === null) return { opId: await placeDelete(placing, prepared), entityId }
  if (entries.some((op) => op.kind.endsWith('.delete'))) throw new Invalid({ '': ['gone'] })
  const from = entries.findIndex(isForPerson)
  const last = entries.at(-1)
  const folded = from >= 0 ? entries.slice(from) : last && isUntried(last) ? [last] : []
  const placed = last ? onTopOf(prepared, entryOf(last)) : prepared
  const opId = folded[0] ? await fold(placing, placed, folded) : await appendEntry(placing, placed)
  return { opId, entityId }
}

/**
 * The edit on top of what waits, which may have become another than the form showed: put together with a colleague's
 * edit, or moved, while the form was open. What the person left alone is as it is now, not as it was (offline.md §2 row 23).
 */
function onTopOf(prepared: Prepared, { fields: now }: EntryPayload): Prepared {
  const seen = 'basis' in prepared.command ? seenOf(prepared.command.basis.seen) : null
  if (!seen || !prepared.payload) return prepared
  const fields = rebased(prepared.payload.fields, seen.fields, now)
  return { ...prepared, vehicleId: Number(fields.vehicle_id), payload: { ...prepared.payload, fields } }
}

/**
 * The operation that this command has become before: by a first run whose answer was lost, or, for a create, by a first
 * press of the button (the ids of entity and files are made once, when the form opens).
 */
async function alreadyPlaced(db: OutboxDb, prepared: Prepared, entries: OpRow[]): Promise<string | null> {
  if (await db.ops.get(prepared.opId)) return prepared.opId
  if (!prepared.command.kind.endsWith('.create')) return null
  const same = entries.find((op) => isSameEntry(entryOf(op), prepared.payload))
  if (same) return same.id
  const receipts = await db.receipts.where('entityId').equals(prepared.command.id).toArray()
  return receipts.find((receipt) => receipt.kind === prepared.command.kind)?.id ?? null
}

const isSameEntry = (a: EntryPayload, b: EntryPayload | null): boolean =>
  canonicalJson([a.fields, a.manifest]) === canonicalJson([b?.fields, b?.manifest])
