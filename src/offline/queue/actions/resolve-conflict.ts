import {
  applyChoices,
  type Choices,
  type Difference,
  differences,
  isDisjoint,
  type LocalEdit,
  nonConflictingChoices,
  type Resolution,
  rebaseFields,
} from '#src/offline/model/merge/differences.ts'
import { type EntryValues, entryValuesOf } from '#src/offline/model/merge/entry-values.ts'
import { fileIdOf, isFileOp, type OpRow, readOp } from '#src/offline/model/op-row.ts'
import { opsOfEntity } from '#src/offline/queue/dependents.ts'
import { payloadOfEntry } from '#src/offline/queue/enqueue/enqueue-context.ts'
import { requeueWithNewKey } from '#src/offline/queue/requeue-with-new-key.ts'
import { note } from '#src/offline/storage/log.ts'
import type { OutboxDb } from '#src/offline/storage/outbox-db.ts'
import { changeOp, removeOp, type Store } from '#src/offline/storage/store.ts'
import { discard } from './discard.ts'

/**
 * Answers a conflict (docs/offline.md row 23): what was chosen goes out on top of what the server holds now, as a new
 * operation under a new key; 'theirs' removes the person's version. Does nothing when it is settled already.
 */
export async function resolveConflict(store: Store, opId: string, answer: Resolution): Promise<void> {
  if (answer === 'theirs') {
    await discard(store, opId)
    return
  }
  await store.write(async () => {
    const op = readOp(await store.db.ops.get(opId))
    if (op?.state === 'conflict') await sendResolution(store.db, op, answer === 'mine' ? {} : answer)
  })
}

/**
 * Puts conflicting edits together by themselves where the two people changed different parts of the row, and it is known
 * what the person started from. All else waits for the person.
 * @returns how many are on their way again
 */
export async function mergeConflicts(store: Store): Promise<number> {
  const inConflict = await store.read(() => store.db.ops.where('state').equals('conflict').primaryKeys())
  let merged = 0
  for (const id of inConflict) if (await mergeOne(store, id)) merged += 1
  return merged
}

function mergeOne(store: Store, opId: string): Promise<boolean> {
  return store.write(async () => {
    const op = readOp(await store.db.ops.get(opId))
    const found = op && conflictOf(op)
    if (!found || !isDisjoint(found)) return false
    await note(store.db, 'merged with another edit', opId)
    await sendResolution(store.db, op, nonConflictingChoices(found))
    return true
  })
}

/** What a conflicting edit and the server's row differ in; null for a delete, and where it cannot be told. */
export function conflictOf(
  op: Pick<OpRow, 'kind' | 'payload' | 'state' | 'trouble'> & { base?: EntryValues | null | undefined },
): Difference[] | null {
  const theirs = entryValuesOf(op.trouble?.current)
  if (op.state !== 'conflict' || !op.kind.endsWith('.update') || !theirs) return null
  return differences(op.base ?? null, op.payload as LocalEdit, theirs)
}

/** Within `Store.write`. */
async function sendResolution(db: OutboxDb, op: OpRow, choices: Choices): Promise<void> {
  const theirs = entryValuesOf(op.trouble?.current)
  const baseRev = op.trouble?.currentRev ?? op.baseRev
  const found = conflictOf(op)
  if (!found || !theirs) {
    await requeueWithNewKey(db, op, { baseRev })
    return
  }
  const mine = payloadOfEntry(op)
  const payload = { ...mine, ...applyChoices(mine, theirs, found, choices) }
  await dropFiles(db, op, payload.manifest)
  const next = await requeueWithNewKey(db, op, {
    payload,
    baseRev,
    base: theirs,
    vehicleId: Number(payload.fields.vehicle_id),
  })
  await rebaseLaterEdits(db, next, mine.fields)
}

/** Files of the person's that gave way to somebody else's. */
async function dropFiles(db: OutboxDb, op: OpRow, manifest: LocalEdit['manifest']): Promise<void> {
  const staying = new Set(manifest.map(({ id }) => id))
  for (const file of await opsOfEntity(db, op.entityId))
    if (isFileOp(file) && file.parentId === op.id && !staying.has(fileIdOf(file) ?? ''))
      await removeOp(db, file, 'discarded')
}

/** Edits that wait behind the settled one were made on the person's text: they take over what it has become. */
async function rebaseLaterEdits(
  db: OutboxDb,
  settled: OpRow,
  before: Record<string, unknown>,
): Promise<void> {
  const { fields: after } = payloadOfEntry(settled)
  for (const op of await opsOfEntity(db, settled.entityId)) {
    // One that waits for a conflict was never sent, whatever a full disk left without a note: only a hash proves an attempt.
    if (!op.kind.endsWith('.update') || op.seq <= settled.seq || op.payloadHash !== null) continue
    const payload = payloadOfEntry(op)
    await changeOp(db, op, {
      payload: { ...payload, fields: rebaseFields(payload.fields, before, after) },
      base: { fields: after, documentIds: op.base?.documentIds ?? [] },
      edition: op.edition + 1,
    })
  }
}
