import { QuotaRefused } from '#src/offline/model/errors.ts'
import type { QueueCounts } from '#src/offline/model/op-row.ts'

/** Free room that an entry with files should find, beside twice its size; below it the copies of server rows go first. */
const COMFORT_BYTES = 20_000_000
/** Without this much beside its size, a write is refused before it is tried. */
const MARGIN_BYTES = 1_000_000
/** Bounds of ours on what waits; beyond them only entries without files are taken (docs/offline.md row 31). */
export const WAITING_BYTES_MAX = 1_000_000_000
export const WAITING_OPS_MAX = 2_000

/** What the browser says it still has for this page, or null where it does not tell. */
export type FreeBytes = () => Promise<number | null>

export const estimateFreeBytes: FreeBytes = async () => {
  const estimate = await globalThis.navigator?.storage?.estimate?.().catch(() => undefined)
  if (estimate?.quota === undefined || estimate.usage === undefined) return null
  return Math.max(0, estimate.quota - estimate.usage)
}

/**
 * Sees to it that an entry with files of `bytes` in all can be written: drops cached copies when it gets tight.
 * @param waiting entries and files that wait already
 * @throws QuotaRefused when it cannot fit
 */
export async function ensureSpace(
  bytes: number,
  waiting: QueueCounts,
  freeBytes: FreeBytes,
  evictCopies: () => Promise<void>,
): Promise<void> {
  if (bytes === 0) return
  const ops = waiting.entries + waiting.files + waiting.needsYou
  if (ops >= WAITING_OPS_MAX || waiting.bytes + bytes > WAITING_BYTES_MAX)
    throw new QuotaRefused(bytes, null, 'queue')
  const free = await freeBytes()
  if (free === null || free >= 2 * bytes + COMFORT_BYTES) return
  await evictCopies()
  const freed = await freeBytes()
  if (freed !== null && freed < bytes + MARGIN_BYTES) throw new QuotaRefused(bytes, freed)
}
