import type { Saved } from '#src/offline/model/api/outbox-api.ts'
import type { Command } from '#src/offline/model/command.ts'
import { QuotaExceeded } from '#src/offline/model/errors.ts'
import type { QueueCounts } from '#src/offline/model/op-row.ts'
import { commit } from '#src/offline/storage/commit.ts'
import { readMeta } from '#src/offline/storage/meta.ts'
import { releaseEntryReserve } from '#src/offline/storage/reserve.ts'
import { storageFault, toStorageBlocked } from '#src/offline/storage/storage-errors.ts'
import type { Store } from '#src/offline/storage/store.ts'
import { plan } from './plan.ts'
import { type PreparedCommand, prepare, type ValidationContext } from './prepare.ts'
import { readExisting } from './read-existing.ts'
import { findSaved, type SaveTrace } from './save-trace.ts'

/** Free space wanted beyond twice the size of the files; below it, cached files are dropped first, then the reserve. */
const SPARE_BYTES = 20_000_000
/** A write is refused in advance if less than this remains beyond its size. */
const MARGIN_BYTES = 1_000_000
/** Limits of the queue; beyond them only entries without files are accepted (docs/offline.md row 31). */
const WAITING_BYTES_MAX = 1_000_000_000
const WAITING_OPS_MAX = 2_000

/** Free bytes that the browser reports for this page; null if it does not report them. */
export type FreeBytes = () => Promise<number | null>

export const estimateFreeBytes: FreeBytes = async () => {
  const estimate = await globalThis.navigator?.storage?.estimate?.().catch(() => undefined)
  if (estimate?.quota === undefined || estimate.usage === undefined) return null
  return Math.max(0, estimate.quota - estimate.usage)
}

export interface EnqueueDependencies {
  store: Store
  contextOf(command: Command): Promise<ValidationContext>
  freeBytes: FreeBytes
  /** Drops cached copies that can be fetched again. */
  evictCopies(): Promise<void>
}

/**
 * Stores a command (docs/offline.md#saving): validates it, hashes its files, ensures space, and writes everything in
 * one durable transaction. Resolves only after the commit.
 * @throws Invalid, QuotaExceeded, StorageBlocked: nothing was stored
 */
export async function enqueue(
  dependencies: EnqueueDependencies,
  command: Command,
  trace: SaveTrace,
): Promise<Saved> {
  const { store, contextOf, freeBytes, evictCopies } = dependencies
  const prepared = await prepare(command, await contextOf(command))
  const bytes = prepared.files.reduce((sum, file) => sum + file.bytes.byteLength, 0)
  const waiting = await store.read(() => readMeta(store.db, 'counters'))
  // If not even the reserve can be deleted, nothing is freed.
  const release = () => store.read(() => releaseEntryReserve(store.db)).catch(() => {})
  const freeSpaceSteps = [evictCopies, release]
  await ensureSpace(bytes, waiting, freeBytes, freeSpaceSteps)
  for (let attempt = 0; ; attempt++) {
    try {
      return await storeCommand(store, prepared, trace)
    } catch (error) {
      if (storageFault(error) !== 'quota') throw toStorageBlocked(error)
    }
    const freeSpace = freeSpaceSteps[attempt]
    if (!freeSpace) throw new QuotaExceeded(bytes, await freeBytes())
    await freeSpace()
  }
}

/** One durable transaction: read once, decide, write once. */
function storeCommand(store: Store, prepared: PreparedCommand, trace: SaveTrace): Promise<Saved> {
  const { db } = store
  return store.write(async () => {
    // An earlier run may have committed, and only its result was lost.
    const earlier = trace.hasBegun ? await findSaved(db, trace, prepared.command.id) : null
    if (earlier) return earlier
    trace.hasBegun = true
    const { saved, changes } = plan(await readExisting(db, prepared), prepared)
    const done = { event: `enqueued ${prepared.command.kind}`, opId: saved.opId, text: trace.id }
    await commit(db, { ...changes, notes: [...changes.notes, done] })
    return saved
  })
}

/**
 * Ensures that an entry with files of `bytes` in total can be written; frees space if it is short.
 * @param waiting counts of the entries and files already queued
 * @throws QuotaExceeded if it cannot fit
 */
async function ensureSpace(
  bytes: number,
  waiting: QueueCounts,
  freeBytes: FreeBytes,
  freeSpaceSteps: readonly (() => Promise<void>)[],
): Promise<void> {
  if (bytes === 0) return
  const ops = waiting.entries + waiting.files + waiting.needsYou
  if (ops >= WAITING_OPS_MAX || waiting.bytes + bytes > WAITING_BYTES_MAX)
    throw new QuotaExceeded(bytes, null, 'queue')
  let free = await freeBytes()
  if (free === null || free >= 2 * bytes + SPARE_BYTES) return
  for (const freeSpace of freeSpaceSteps) {
    await freeSpace()
    free = await freeBytes()
    if (free === null || free >= bytes + MARGIN_BYTES) return
  }
  throw new QuotaExceeded(bytes, free)
}
