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
import { fileIdOf, isFileOp, type OpRow } from '#src/offline/model/op-row.ts'
import { payloadOfEntry } from '#src/offline/model/payload.ts'
import { readEntitiesOf } from '#src/offline/queue/existing.ts'
import { forgetRemovals, isRemovedBy, keepFile } from '#src/offline/queue/removed-files.ts'
import { requeueWithNewKey } from '#src/offline/queue/requeue-with-new-key.ts'
import {
  changeOp,
  changeQueue,
  note,
  opsOfEntity,
  removeOp,
  type WorkingQueue,
} from '#src/offline/queue/working-queue.ts'
import type { Store } from '#src/offline/storage/store.ts'
import { planDiscard } from './discard.ts'

/**
 * Resolves a conflict (docs/offline.md row 23). The chosen parts are sent on top of the server's current row, as a new
 * operation under a new key; 'theirs' removes the user's version. Does nothing if the conflict is already resolved.
 */
export async function resolveConflict(store: Store, opId: string, resolution: Resolution): Promise<void> {
  const { db } = store
  await store.write(async () =>
    changeQueue(db, await readEntitiesOf(db, [opId]), (queue) => {
      const op = queue.ops.get(opId)
      if (!op) return
      if (resolution === 'theirs') planDiscard(queue, opId, awaitedBy(op))
      else if (op.state === 'conflict') sendResolution(queue, op, resolution === 'mine' ? {} : resolution)
    }),
  )
}

/**
 * Returns whether the server's row has a file; null if the row is not known. An earlier attempt has stored the entry, or a
 * part of it (decision 127). Such a file is sent with either version, because the server's is the user's own entry.
 */
function awaitedBy({ trouble }: OpRow): ((file: OpRow) => boolean) | null {
  const current = entryValuesOf(trouble?.current)
  if (!current) return null
  const onServer = new Set(current.documentIds)
  return (file) => onServer.has(fileIdOf(file) ?? '')
}

/**
 * Merges conflicting edits automatically if the two users changed different parts of the row and the base of the edit
 * is known. All other conflicts wait for the user.
 * @returns the number of merged edits
 */
export async function mergeConflicts(store: Store): Promise<number> {
  const inConflict = await store.read(() => store.db.ops.where('state').equals('conflict').primaryKeys())
  let merged = 0
  for (const id of inConflict) if (await mergeOne(store, id)) merged += 1
  return merged
}

function mergeOne({ db, write }: Store, opId: string): Promise<boolean> {
  return write(async () =>
    changeQueue(db, await readEntitiesOf(db, [opId]), (queue) => {
      const op = queue.ops.get(opId)
      const found = op && conflictOf(op)
      if (!found || !isDisjoint(found)) return false
      note(queue, 'merged with another edit', opId)
      sendResolution(queue, op, nonConflictingChoices(found))
      return true
    }),
  )
}

/** Returns the differences between a conflicting edit and the server's row; null for a delete or an unknown row. */
export function conflictOf(
  op: Pick<OpRow, 'kind' | 'payload' | 'state' | 'trouble'> & { base?: EntryValues | null | undefined },
): Difference[] | null {
  const theirs = entryValuesOf(op.trouble?.current)
  if (op.state !== 'conflict' || !op.kind.endsWith('.update') || !theirs) return null
  return differences(op.base ?? null, op.payload as LocalEdit, theirs)
}

function sendResolution(queue: WorkingQueue, op: OpRow, choices: Choices): void {
  const theirs = entryValuesOf(op.trouble?.current)
  const baseRev = op.trouble?.currentRev ?? op.baseRev
  const found = conflictOf(op)
  if (!found || !theirs) {
    requeueWithNewKey(queue, op, { baseRev })
    return
  }
  const mine = payloadOfEntry(op)
  const payload = { ...mine, ...applyChoices(mine, theirs, found, choices) }
  dropFiles(queue, op, payload, awaitedBy(op))
  const next = requeueWithNewKey(queue, op, {
    payload,
    baseRev,
    base: theirs,
    vehicleId: Number(payload.fields.vehicle_id),
  })
  rebaseLaterEdits(queue, next, mine.fields)
}

/**
 * Removes the user's files that were replaced by another user's. Of the files that the edit no longer removes, those that
 * the server awaits are sent.
 */
function dropFiles(
  queue: WorkingQueue,
  op: OpRow,
  { manifest, removedFileIds }: Pick<LocalEdit, 'manifest' | 'removedFileIds'>,
  isNeeded: ((file: OpRow) => boolean) | null,
): void {
  const known = new Set([...manifest.map(({ id }) => id), ...removedFileIds])
  const dropped: string[] = []
  for (const file of opsOfEntity(queue, op.entityId).filter(isFileOp)) {
    const fileId = fileIdOf(file) ?? ''
    const isRemoved = isRemovedBy(op, file)
    if (known.has(fileId) || !(isRemoved || file.parentId === op.id)) continue
    if (isNeeded?.(file) !== true) {
      removeOp(queue, file, 'discarded')
      dropped.push(fileId)
    } else if (isRemoved) keepFile(queue, file, op)
  }
  forgetRemovals(queue, op.entityId, dropped)
}

/** Rebases edits behind the resolved one: they were made on the user's values before the merge. */
function rebaseLaterEdits(queue: WorkingQueue, settled: OpRow, before: Record<string, unknown>): void {
  const { fields: after } = payloadOfEntry(settled)
  for (const op of opsOfEntity(queue, settled.entityId)) {
    // An edit behind a conflict was never sent, even if a full disk lost the record; only a hash proves an attempt.
    if (!op.kind.endsWith('.update') || op.seq <= settled.seq || op.payloadHash !== null) continue
    const payload = payloadOfEntry(op)
    changeOp(queue, op, {
      payload: { ...payload, fields: rebaseFields(payload.fields, before, after) },
      base: { fields: after, documentIds: op.base?.documentIds ?? [] },
      edition: op.edition + 1,
    })
  }
}
