import { QuotaRefused } from '#src/offline/model/errors.ts'
import type { QueueCounts } from '#src/offline/model/op-row.ts'

/** Free space wanted beyond twice the size of the files; below it, cached copies are dropped first. */
const COMFORT_BYTES = 20_000_000
/** A write is refused in advance if less than this remains beyond its size. */
const MARGIN_BYTES = 1_000_000
/** Limits of the queue; beyond them only entries without files are accepted (docs/offline.md row 31). */
export const WAITING_BYTES_MAX = 1_000_000_000
export const WAITING_OPS_MAX = 2_000

/** Free bytes that the browser reports for this page; null if it does not report them. */
export type FreeBytes = () => Promise<number | null>

export const estimateFreeBytes: FreeBytes = async () => {
  const estimate = await globalThis.navigator?.storage?.estimate?.().catch(() => undefined)
  if (estimate?.quota === undefined || estimate.usage === undefined) return null
  return Math.max(0, estimate.quota - estimate.usage)
}

/**
 * Ensures that an entry with files of `bytes` in total can be written; drops cached copies if space is short.
 * @param waiting counts of the entries and files already queued
 * @throws QuotaRefused if it cannot fit
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
