const resultKey = 'storage_answer'

/** The browser's response to the last request for persistent storage. */
export interface PersistenceResult {
  granted: boolean
  /** ms since 1970 */
  at: number
}

/**
 * Asks the browser not to clear the app's storage when the disk is full, and records the response
 * (docs/offline.md#storage).
 */
export async function requestPersistence(): Promise<boolean> {
  if (!navigator.storage?.persist) return false
  const granted = (await navigator.storage.persisted()) || (await navigator.storage.persist())
  try {
    localStorage.setItem(resultKey, JSON.stringify({ granted, at: Date.now() } satisfies PersistenceResult))
  } catch {
    // localStorage is blocked: the request is repeated next time.
  }
  return granted
}

/** The last result of `requestPersistence`; null: never requested. */
export function lastPersistenceResult(): PersistenceResult | null {
  try {
    const { granted, at } = JSON.parse(localStorage.getItem(resultKey) ?? '{}')
    return typeof granted === 'boolean' && typeof at === 'number' ? { granted, at } : null
  } catch {
    return null
  }
}

/** Whether the browser has granted persistent storage. */
export async function isStoragePersisted(): Promise<boolean> {
  return (await navigator.storage?.persisted?.().catch(() => false)) ?? false
}

/** Whether the app is installed and runs in its own window. */
export function isInstalled(): boolean {
  return (
    matchMedia('(display-mode: standalone)').matches ||
    ('standalone' in navigator && navigator.standalone === true)
  )
}
