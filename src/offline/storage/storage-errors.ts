/** What a failed storage call says about the storage itself. */
export type StorageFault = 'quota' | 'lost' | 'other'

/** A connection that the system took away (docs/offline.md row 13); names of IndexedDB and of Dexie. */
const LOST = new Set([
  'InvalidStateError',
  'UnknownError',
  'AbortError',
  'DatabaseClosedError',
  'TransactionInactiveError',
  'TimeoutError',
])

/** Tells a full disk and a lost connection from all else; looks through Dexie's wrapping. */
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
