import { newId } from '#src/offline/model/ids.ts'
import { fileIdOf, isFileOp, type OpRow } from '#src/offline/model/op-row.ts'
import type { EntryPayload } from '#src/offline/model/payload.ts'
import { note } from '#src/offline/storage/log.ts'
import type { OutboxDb } from '#src/offline/storage/outbox-db.ts'
import { changeOp } from '#src/offline/storage/store.ts'
import { opsOfEntity } from './dependents.ts'
import { requeueWithNewKey } from './requeue-with-new-key.ts'

/** The server's word that an id of ours stands for something else (docs/offline.md#protocol). */
export const isIdReused = (code: string | null | undefined): boolean => code === 'id_reused'

/** Whether fresh ids were not tried yet: a server that refuses those as well needs a person. */
export const mayRekey = (op: OpRow): boolean =>
  op.isRekeyed !== true && (op.kind.endsWith('.create') || op.kind.endsWith('.update'))

/**
 * Sends an entry whose id, or the id of one of its files, the server knows as something else: under fresh ids, as an
 * entry of its own, with its files and the edits that stand on it. An edit keeps the entry and gets fresh files. One
 * transaction, so that it happens once whatever is killed. Within `Store.write`.
 */
export async function rekey(db: OutboxDb, op: OpRow): Promise<OpRow> {
  const isCreate = op.kind.endsWith('.create')
  const entityId = isCreate ? newId() : op.entityId
  const line = await opsOfEntity(db, op.entityId)
  // What was entered before this operation belongs to the entry that the id stood for first.
  const following = isCreate ? line.filter(({ id, seq }) => id !== op.id && seq > op.seq) : []
  const files = line.filter(
    (one) => isFileOp(one) && (isCreate ? following.includes(one) : one.parentId === op.id),
  )
  const ids = new Map<string, string>()
  for (const file of files) await renameFile(db, file, entityId, ids)
  for (const later of following.filter((one) => !isFileOp(one)))
    await changeOp(db, later, { entityId, payload: renamed(later.payload, ids), edition: later.edition + 1 })
  const change = { entityId, originalId: op.entityId, isRekeyed: true, payload: renamed(op.payload, ids) }
  const next = await requeueWithNewKey(db, op, change)
  await note(db, 'got fresh ids', next.id, op.entityId)
  return next
}

/** The bytes move with it, within the transaction: a file that is half renamed does not exist. */
async function renameFile(
  db: OutboxDb,
  op: OpRow,
  entityId: string,
  ids: Map<string, string>,
): Promise<void> {
  const old = fileIdOf(op)
  if (old === null) return
  const fresh = newId()
  ids.set(old, fresh)
  const stored = await db.files.get(old)
  await db.files.delete(old)
  if (stored) await db.files.add({ ...stored, id: fresh })
  const untried = { payloadHash: null, firstAttemptAt: null, arrived: 0, uploaded: 0 }
  const payload = { ...(op.payload as object), fileId: fresh }
  await changeOp(db, op, { ...untried, entityId, payload, edition: op.edition + 1 })
}

/** A payload with the new names of its files; what is no entry stays as it is. */
function renamed(payload: unknown, ids: ReadonlyMap<string, string>): unknown {
  const entry = payload as Partial<EntryPayload> | null
  if (!entry?.manifest || !entry.removedFileIds) return payload
  return {
    ...entry,
    manifest: entry.manifest.map((file) => ({ ...file, id: ids.get(file.id) ?? file.id })),
    removedFileIds: entry.removedFileIds.map((id) => ids.get(id) ?? id),
  }
}
