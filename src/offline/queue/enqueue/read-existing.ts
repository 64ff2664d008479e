import { type Existing, readEntities, readQueue } from '#src/offline/queue/existing.ts'
import type { OutboxDb } from '#src/offline/storage/outbox-db.ts'
import type { PreparedCommand } from './prepare.ts'

/** Reads everything that `plan` needs to know about the device. Within `Store.write`. */
export async function readExisting(db: OutboxDb, prepared: PreparedCommand): Promise<Existing> {
  const { command, opId } = prepared
  const fileIds = prepared.files.map(({ id }) => id)
  const seenOpId = 'basis' in command ? command.basis.opId : null
  const [entity, files, seen, renamed] = await Promise.all([
    readEntities(db, [command.id], [opId]),
    db.files.bulkGet(fileIds),
    seenOpId === null ? undefined : db.receipts.get(seenOpId),
    readRenamed(db, prepared),
  ])
  const found = renamed.length > 0 ? await readEntities(db, [command.id, ...renamed], [opId]) : entity
  // An attempt without a record may concern any operation; all of them are then marked.
  const { ops, entityIds } = found.areAttemptsRecorded ? found : await readQueue(db)
  return {
    ...found,
    ops,
    entityIds,
    receipts: seen ? [...found.receipts, seen] : found.receipts,
    fileDigests: new Map(files.flatMap((file) => (file ? [[file.id, file.sha256]] : []))),
  }
}

/**
 * Ids of entries that received a new id in place of the command's (docs/offline.md row 36). Searches all rows, so only
 * if they can matter: for a create under a known id, and for an edit of an unknown one.
 */
async function readRenamed(db: OutboxDb, { command, isIdTaken }: PreparedCommand): Promise<string[]> {
  const { id } = command
  const [ops, receipts] = await Promise.all([
    db.ops.where('entityId').equals(id).count(),
    db.receipts.where('entityId').equals(id).count(),
  ])
  const isKnown = ops + receipts > 0
  const isOfInterest = command.kind.endsWith('.create') ? isKnown || isIdTaken : !isKnown
  if (!isOfInterest || ('basis' in command && command.basis.rev !== null)) return []
  const [waiting, sent] = await Promise.all([
    db.ops.filter(({ originalId }) => originalId === id).toArray(),
    db.receipts.filter(({ op }) => Reflect.get(Object(op), 'originalId') === id).toArray(),
  ])
  return [...new Set([...waiting, ...sent].map(({ entityId }) => entityId))]
}
