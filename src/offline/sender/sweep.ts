import { kindOf, upcast } from '#src/offline/model/op-kinds.ts'
import { type OpRow, readOp } from '#src/offline/model/op-row.ts'
import { settleDelete } from '#src/offline/queue/enqueue/plan-delete.ts'
import { existingOf, readableOps, readEntities, readOps, readQueue } from '#src/offline/queue/existing.ts'
import { quarantine, releaseReadable } from '#src/offline/queue/unreadable.ts'
import {
  changeOp,
  changeQueue,
  markUnrecordedAttempts,
  releaseDependents,
  releaseIfFree,
  seqAfter,
} from '#src/offline/queue/working-queue.ts'
import { recount } from '#src/offline/storage/commit.ts'
import { readMeta, writeMeta } from '#src/offline/storage/meta.ts'
import { tryUnlessFull } from '#src/offline/storage/reserve.ts'
import type { Store } from '#src/offline/storage/store.ts'

const CHUNK = 200

/**
 * Scans the outbox at boot, after the first paint: sets unreadable rows aside, releases held operations and those that an
 * earlier build left waiting forever.
 */
export async function sweep(store: Store): Promise<void> {
  const { unreadable, orphaned } = await findBroken(store)
  for (const id of unreadable) await quarantine(store, id)
  await tryUnlessFull(() => releaseReadable(store))
  if (orphaned.length > 0) await tryUnlessFull(() => releaseOrphaned(store, orphaned))
  await tryUnlessFull(() => releaseUnderstood(store))
  await tryUnlessFull(() => moveFilesBehindEntries(store))
  await tryUnlessFull(() => settleDeletes(store))
}

/** Queues operations again that a newer build stored and this build understands, and recounts. */
async function releaseUnderstood(store: Store): Promise<void> {
  await store.writeForSending(async () => {
    const held = await store.db.ops.where('state').equals('held').toArray()
    const isUnderstood = (op: OpRow) =>
      op.heldFor === 'unknown' && kindOf({ kind: op.kind, v: upcast(op).v }) !== null
    const ids = readableOps(held)
      .filter(isUnderstood)
      .map(({ id }) => id)
    await changeQueue(store.db, await readOps(store.db, ids), (queue) => {
      for (const op of ids.flatMap((id) => queue.ops.get(id) ?? [])) {
        changeOp(queue, op, { state: 'pending', heldFor: null })
        releaseDependents(queue, op.id)
      }
    })
    await recount(store.db)
  })
}

/**
 * Moves files behind the entries that they wait for. Builds before December 2026 could queue a corrected entry behind
 * its own files, so that two lanes waited for each other forever.
 */
async function moveFilesBehindEntries(store: Store): Promise<void> {
  const { db } = store
  const find = async () => {
    const waiting = await db.ops
      .where('parentId')
      .above('')
      .filter(({ dependsOn }) => Array.isArray(dependsOn) && dependsOn.length > 0)
      .toArray()
    const parents = await db.ops.bulkGet(waiting.map(({ parentId }) => parentId ?? ''))
    return waiting.filter((file, i) => file.seq < (parents[i]?.seq ?? 0)).map(({ id }) => id)
  }
  // The start of an app without such rows writes nothing.
  if ((await store.read(find)).length === 0) return
  await store.writeForSending(async () => {
    const ids = await find()
    await changeQueue(db, await readEntities(db, [], ids), (queue) => {
      for (const file of ids.flatMap((id) => queue.ops.get(id) ?? []).sort((a, b) => a.seq - b.seq))
        changeOp(queue, file, { seq: seqAfter(queue, file, queue.ops.get(file.parentId ?? '')) })
    })
  })
}

/** Continues deletes that builds before December 2026 left waiting behind what the server had refused. */
async function settleDeletes({ db, read, writeForSending }: Store): Promise<void> {
  const find = async () => {
    const rows = readableOps(await db.ops.where('state').anyOf('held', 'rejected').toArray())
    const refused = new Set(rows.filter(({ state }) => state === 'rejected').map(({ entityId }) => entityId))
    const deletes = rows.filter(({ kind, state }) => kind.endsWith('.delete') && state === 'held')
    return [...new Set(deletes.map(({ entityId }) => entityId))].filter((id) => refused.has(id))
  }
  if ((await read(find)).length === 0) return
  await writeForSending(async () => {
    const entityIds = await find()
    await changeQueue(db, await readEntities(db, entityIds), (queue) => {
      for (const entityId of entityIds) settleDelete(queue, entityId)
    })
  })
}

/** Resumes the queue after this user has signed in, where a 401 or a sign-out stopped it (OFF-041, ruling 25). */
export async function resume(store: Store, appName: string): Promise<void> {
  const isDone = await tryUnlessFull(() => recordResumption(store, appName))
  // Missing values mean none, and deleting works on a full disk.
  if (!isDone) await store.write(() => store.db.meta.bulkDelete(['pausedFor', 'lockedAt']))
}

/** Prevents every tab and worker from sending until this user signs in again (ruling 25). */
export async function lockOutbox(store: Store, now: number): Promise<void> {
  // If not even this fits, the server refuses what another tab still sends, because the session has ended.
  await tryUnlessFull(() => store.writeForSending(() => writeMeta(store.db, 'lockedAt', now)))
}

async function recordResumption(store: Store, appName: string): Promise<void> {
  await store.writeForSending(async () => {
    const { db } = store
    const areAttemptsRecorded = await readMeta(db, 'attemptsNoted')
    const resumes = (await readMeta(db, 'resumes')) + 1
    const paused = () => db.ops.where('state').equals('auth').toArray()
    await changeQueue(db, areAttemptsRecorded ? existingOf(await paused()) : await readQueue(db), (queue) => {
      markUnrecordedAttempts(queue)
      queue.also.meta = { ...queue.also.meta, appName, resumes, pausedFor: null, lockedAt: null }
      for (const op of [...queue.ops.values()])
        if (op.state === 'auth') changeOp(queue, op, { state: 'pending', trouble: null, nextAt: 0 })
    })
  })
}

/**
 * Finds rows that cannot be read, and operations that wait for one that is gone. Rows may change meanwhile, so each
 * repair reads them again.
 */
async function findBroken(store: Store): Promise<{ unreadable: string[]; orphaned: string[] }> {
  const unreadable: string[] = []
  const ids = new Set<string>()
  const waiting: Pick<OpRow, 'id' | 'dependsOn'>[] = []
  let after: unknown = ''
  for (;;) {
    const rows = await store.read(() => store.db.ops.where('id').above(after).limit(CHUNK).toArray())
    for (const row of rows) {
      ids.add(row.id)
      const op = readOp(row)
      if (op === null) unreadable.push(row.id)
      else if (op.dependsOn.length > 0) waiting.push({ id: op.id, dependsOn: op.dependsOn })
    }
    const last = rows.at(-1)
    if (!last || rows.length < CHUNK) break
    after = last.id
  }
  const orphaned = waiting.filter(({ dependsOn }) => dependsOn.some((id) => !ids.has(id)))
  return { unreadable, orphaned: orphaned.map(({ id }) => id) }
}

/**
 * Releases operations that depend on removed ones: builds before December 2026 removed an unreadable row, or a shop's
 * refused entry, without those that waited for it.
 */
async function releaseOrphaned(store: Store, ids: readonly string[]): Promise<void> {
  await store.writeForSending(async () =>
    changeQueue(store.db, await readOps(store.db, ids), (queue) => {
      for (const opId of ids) {
        const op = queue.ops.get(opId)
        const isGone = (id: string) => !queue.ops.has(id) && !queue.unreadable.has(id)
        if (!op?.dependsOn.some(isGone)) continue
        const dependsOn = op.dependsOn.filter((id) => !isGone(id))
        const baseOf = op.baseOf !== null && isGone(op.baseOf) ? null : op.baseOf
        releaseIfFree(queue, changeOp(queue, op, { dependsOn, baseOf }))
      }
    }),
  )
}
