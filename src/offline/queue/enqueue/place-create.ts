import type { Saved } from '#src/offline/model/api/outbox-api.ts'
import { canonicalJson } from '#src/offline/model/hash.ts'
import { newId } from '#src/offline/model/ids.ts'
import { isFileOp, type OpRow, readOp } from '#src/offline/model/op-row.ts'
import { opsOfEntity } from '#src/offline/queue/dependents.ts'
import type { OutboxDb } from '#src/offline/storage/outbox-db.ts'
import { type EnqueueContext, payloadOfEntry } from './enqueue-context.ts'
import { addEntry } from './place-entry.ts'
import { contentOf, type PreparedCommand } from './prepare.ts'

/**
 * Enqueues a create. A repeat with the same id and content returns the existing entry. Other content under a known id
 * becomes a new entry with new ids: two tabs can restore one draft, and neither may overwrite the other
 * (docs/offline.md row 36). Within `Store.write`.
 */
export async function placeCreate(
  base: Pick<EnqueueContext, 'db' | 'scope' | 'appVersion'>,
  prepared: PreparedCommand,
): Promise<Saved> {
  const { db } = base
  const found = await lookUp(db, prepared)
  if (found.same) return { opId: found.same.id, entityId: found.same.entityId }
  const entry = found.isTaken ? withFreshIds(prepared) : await withUniqueFileIds(db, prepared)
  const entityId = entry.command.id
  const payload = entry.payload
  if (!payload) throw new Error('A create has a payload')
  await addEntry({ ...base, ops: [], entries: [] }, entry, {
    ...{ id: entry.opId, kind: entry.command.kind, payload, dependsOn: [], baseOf: null, baseRev: null },
    ...(entry.contentHash === null ? {} : { contentHash: entry.contentHash }),
    ...(found.isTaken ? { originalId: prepared.command.id } : {}),
  })
  return { opId: entry.opId, entityId }
}

interface Known {
  /** The same entry, queued or acknowledged. */
  same: OpRow | null
  /** The id belongs to another entry. */
  isTaken: boolean
}

/** What this device knows about the id of a create. If it cannot tell, the server can: it responds `id_reused`. */
async function lookUp(db: OutboxDb, prepared: PreparedCommand): Promise<Known> {
  const id = prepared.command.id
  const [rows, ops, receipts] = await Promise.all([
    db.ops.where('entityId').equals(id).count(),
    opsOfEntity(db, id),
    db.receipts.where('entityId').equals(id).toArray(),
  ])
  const sent = receipts.map(({ op }) => readOp(op)).filter((op) => op !== null)
  const isDeleted = [...ops, ...receipts].some(({ kind }) => kind.endsWith('.delete'))
  const same = [...ops, ...sent].find((op) => op.state !== 'damaged' && isSameCreate(op, prepared))
  if (same && !isDeleted) return { same, isTaken: false }
  // For a receipt without its operation, or a row edited since, only the server knows the original content.
  const isTaken = rows > 0 || isDeleted || sent.length > 0 || prepared.isIdTaken
  return { same: isTaken ? await earlierCopy(db, prepared) : null, isTaken }
}

/** The entry created by an earlier save of the same content under the same known id. */
async function earlierCopy(db: OutboxDb, prepared: PreparedCommand): Promise<OpRow | null> {
  const isCopy = (op: OpRow | null) =>
    op?.originalId === prepared.command.id && isSameCreate(op, prepared) ? op : null
  const waiting = await db.ops.filter((row) => row.originalId === prepared.command.id).toArray()
  const sent = await db.receipts
    .filter(({ op }) => Reflect.get(Object(op), 'originalId') === prepared.command.id)
    .toArray()
  const copies = [...waiting.map(readOp), ...sent.map(({ op }) => readOp(op))].filter((op) => isCopy(op))
  for (const copy of copies) if (copy && !(await isDeletedHere(db, copy.entityId))) return copy
  return null
}

async function isDeletedHere(db: OutboxDb, entityId: string): Promise<boolean> {
  const ops = await db.ops.where('entityId').equals(entityId).toArray()
  const receipts = await db.receipts.where('entityId').equals(entityId).toArray()
  return [...ops, ...receipts].some(({ kind }) => String(kind).endsWith('.delete'))
}

/** Whether an operation began as this create; an edit may have been merged into it since. */
function isSameCreate(op: OpRow, { command, payload, contentHash }: PreparedCommand): boolean {
  if (isFileOp(op) || op.kind !== command.kind || !payload) return false
  if (op.contentHash !== undefined && contentHash !== null) return op.contentHash === contentHash
  return (
    op.payload !== null && canonicalJson(contentOf(payloadOfEntry(op))) === canonicalJson(contentOf(payload))
  )
}

function withFreshIds(prepared: PreparedCommand): PreparedCommand {
  const ids = new Map(prepared.files.map(({ id }) => [id, newId(prepared.now)]))
  return withFileIds({ ...prepared, command: { ...prepared.command, id: newId(prepared.now) } }, ids)
}

/** Assigns a new id to each file whose id another entry on this device uses: two forms can restore the same photo. */
export async function withUniqueFileIds(db: OutboxDb, prepared: PreparedCommand): Promise<PreparedCommand> {
  const taken = new Map<string, string>()
  for (const { id, sha256 } of prepared.files) {
    const stored = await db.files.get(id)
    if (!stored) continue
    const own = (await opsOfEntity(db, prepared.command.id)).some(
      (op) => isFileOp(op) && (op.payload as { fileId?: unknown }).fileId === id,
    )
    if (!own || stored.sha256 !== sha256) taken.set(id, newId(prepared.now))
  }
  return taken.size > 0 ? withFileIds(prepared, taken) : prepared
}

function withFileIds(prepared: PreparedCommand, ids: ReadonlyMap<string, string>): PreparedCommand {
  const renamed = <T extends { id: string }>(one: T): T => ({ ...one, id: ids.get(one.id) ?? one.id })
  const { payload, files } = prepared
  return {
    ...prepared,
    files: files.map(renamed),
    payload: payload && { ...payload, manifest: payload.manifest.map(renamed) },
  }
}
