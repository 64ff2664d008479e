const answerKey = 'storage_answer'

/** What the browser said when it was last asked to keep the app's storage. */
export interface PersistenceResult {
  granted: boolean
  /** ms since 1970 */
  at: number
}

/** Asks the browser not to clear the app's storage when the disk is full, and notes the answer (docs/offline.md#storage). */
export async function requestPersistence(): Promise<boolean> {
  if (!navigator.storage?.persist) return false
  const granted = (await navigator.storage.persisted()) || (await navigator.storage.persist())
  try {
    localStorage.setItem(answerKey, JSON.stringify({ granted, at: Date.now() } satisfies PersistenceResult))
  } catch {
    // Blocked storage: asked again next time.
  }
  return granted
}

/** The last answer to `keepStorage`; null: never asked. */
export function lastPersistenceResult(): PersistenceResult | null {
  try {
    const { granted, at } = JSON.parse(localStorage.getItem(answerKey) ?? '{}')
    return typeof granted === 'boolean' && typeof at === 'number' ? { granted, at } : null
  } catch {
    return null
  }
}

/** Whether the browser has promised to keep the app's storage. */
export async function isStoragePersisted(): Promise<boolean> {
  return (await navigator.storage?.persisted?.().catch(() => false)) ?? false
}

/** Whether the app runs from its own icon, in its own window. */
export function isInstalled(): boolean {
  return (
    matchMedia('(display-mode: standalone)').matches ||
    ('standalone' in navigator && navigator.standalone === true)
  )
}
