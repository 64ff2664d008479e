import { Invalid, StorageBlocked } from '#src/offline/model/errors.ts'

/** The cause of a failed storage call. */
export type StorageFault = 'quota' | 'lost' | 'other'

/** Error names of a connection closed by the system (docs/offline.md row 13), from IndexedDB and Dexie. */
const LOST = new Set([
  'InvalidStateError',
  'UnknownError',
  'AbortError',
  'DatabaseClosedError',
  'TransactionInactiveError',
  'TimeoutError',
])

/** Distinguishes a full disk and a lost connection from other errors; looks inside Dexie's wrapping. */
export function storageFault(error: unknown): StorageFault {
  const names = namesOf(error)
  if (names.includes('QuotaExceededError')) return 'quota'
  return names.some((name) => LOST.has(name)) ? 'lost' : 'other'
}

function namesOf(error: unknown, depth = 0): string[] {
  if (error === null || typeof error !== 'object' || depth > 3) return []
  const { name, inner, cause } = error as { name?: unknown; inner?: unknown; cause?: unknown }
  return [
    ...(typeof name === 'string' ? [name] : []),
    ...namesOf(inner, depth + 1),
    ...namesOf(cause, depth + 1),
  ]
}

/** Passes on errors that forms handle; storage failures become StorageBlocked. */
export const toStorageBlocked = (error: unknown): unknown =>
  error instanceof Invalid || error instanceof StorageBlocked || storageFault(error) === 'other'
    ? error
    : new StorageBlocked(error)
