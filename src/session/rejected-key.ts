let reason: string | undefined
const listeners = new Set<() => void>()

/**
 * Why a sign-in key was rejected while the current user stayed signed in (ACC-031): '' for an invalid key, else a
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
