let reason: string | undefined
const listeners = new Set<() => void>()

/**
 * Why a sign-in key did not let in whom it was for, while whoever is at work stayed (ACC-031): '' for a bad key, else a
 * sentence; undefined: nothing happened.
 */
export const rejectedKey = {
  current: () => reason,
  set(text: string | undefined): void {
    reason = text
    for (const listener of [...listeners]) listener()
  },
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}
