import { type OpRow, readOp } from '#src/offline/model/op-row.ts'
import { readMeta } from '#src/offline/storage/meta.ts'
import type { OutboxDb, ReceiptRow } from '#src/offline/storage/outbox-db.ts'

/** Everything that a decision about queued operations needs, read once in its transaction. Plain data. */
export interface Existing {
  /**
   * Stored rows, some perhaps unreadable: those that the decision is about, everything that depends on them, and what
   * those depend on.
   */
  ops: readonly OpRow[]
  /** Entities whose rows are all in `ops`; null: the whole queue is. */
  entityIds: readonly string[] | null
  receipts: readonly ReceiptRow[]
  /** Digests of the stored files that the decision asked for, by file id. */
  fileDigests: ReadonlyMap<string, string>
  /** Last sequence number assigned to an operation; null: not read, because nothing is added. */
  lastSeq: number | null
  /**
   * Whether each attempt is recorded in its row. False after a full disk prevented it, and for rows of older builds:
   * then any operation may have been sent.
   */
  areAttemptsRecorded: boolean
}

/** Reads some operations, for decisions that add none and look at no others of their entities. */
export async function readOps(db: OutboxDb, opIds: readonly string[]): Promise<Existing> {
  return existingOf(await withDependents(db, presentOf(await db.ops.bulkGet([...opIds]))))
}

/** Reads whole entities with their receipts, and other operations by id. */
export async function readEntities(
  db: OutboxDb,
  entityIds: readonly string[],
  opIds: readonly string[] = [],
): Promise<Existing> {
  const [ofEntities, byId, receipts, lastSeq, areAttemptsRecorded] = await Promise.all([
    db.ops.where('entityId').anyOf(entityIds).toArray(),
    db.ops.bulkGet([...opIds]),
    db.receipts.where('entityId').anyOf(entityIds).toArray(),
    readLastSeq(db),
    readMeta(db, 'attemptsNoted'),
  ])
  const ops = await withDependents(db, [...ofEntities, ...presentOf(byId)])
  return { ...existingOf(ops), entityIds, receipts, lastSeq, areAttemptsRecorded }
}

/** Reads the entities of some operations. Some of them may be unreadable. */
export async function readEntitiesOf(db: OutboxDb, opIds: readonly string[]): Promise<Existing> {
  const rows = presentOf(await db.ops.bulkGet([...opIds]))
  const entityIds = rows.flatMap((row) => readOp(row)?.entityId ?? [])
  return readEntities(db, [...new Set(entityIds)], opIds)
}

/** Reads the whole queue. */
export async function readQueue(db: OutboxDb): Promise<Existing> {
  const [ops, lastSeq, areAttemptsRecorded] = await Promise.all([
    db.ops.toArray(),
    readLastSeq(db),
    readMeta(db, 'attemptsNoted'),
  ])
  return { ...existingOf(ops), entityIds: null, lastSeq, areAttemptsRecorded }
}

export const existingOf = (ops: readonly OpRow[]): Existing => ({
  ops,
  entityIds: [],
  receipts: [],
  fileDigests: new Map(),
  lastSeq: null,
  areAttemptsRecorded: true,
})

/** Adds everything that depends on these rows, because holding or releasing one affects those, and what they wait for. */
async function withDependents(db: OutboxDb, rows: readonly OpRow[]): Promise<OpRow[]> {
  const found = new Map(rows.map((row) => [row.id, row]))
  for (let ids = [...found.keys()]; ids.length > 0; ) {
    const dependents = await db.ops.where('dependsOn').anyOf(ids).toArray()
    const more = dependents.filter(({ id }) => !found.has(id))
    for (const row of more) found.set(row.id, row)
    ids = more.map(({ id }) => id)
  }
  const awaited = [...found.values()].flatMap((row) => readOp(row)?.dependsOn ?? [])
  const missing = [...new Set(awaited)].filter((id) => !found.has(id))
  return [...found.values(), ...(missing.length > 0 ? presentOf(await db.ops.bulkGet(missing)) : [])]
}

async function readLastSeq(db: OutboxDb): Promise<number> {
  const last = await readMeta(db, 'seq')
  if (Number.isSafeInteger(last)) return last
  let highest = 0
  await db.ops.each((op) => {
    if (Number.isSafeInteger(op.seq)) highest = Math.max(highest, op.seq)
  })
  return highest
}

const presentOf = (rows: readonly (OpRow | undefined)[]): OpRow[] => rows.filter((row) => row !== undefined)

/** All readable operations of an entity, in order, for reads outside a decision. */
export async function readOpsOfEntity(db: OutboxDb, entityId: string): Promise<OpRow[]> {
  const rows = await db.ops.where('entityId').equals(entityId).toArray()
  const ops = readableOps(rows)
  return ops.length === 0 || (await readMeta(db, 'attemptsNoted')) ? ops : ops.map(withAttempt)
}

/** Readable operations in the order of entry. */
export const readableOps = (rows: readonly OpRow[]): OpRow[] =>
  rows
    .map(readOp)
    .filter((op) => op !== null)
    .sort((a, b) => a.seq - b.seq)

/** The operation, counted as tried: it may have been sent without a record. */
export const withAttempt = (op: OpRow): OpRow => ({
  ...op,
  firstAttemptAt: op.firstAttemptAt ?? op.occurredAt,
})
