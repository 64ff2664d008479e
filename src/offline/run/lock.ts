import { lockName, type Scope } from '../scope.ts'

/** How long a worker waits for a page that sends: it goes on where a closed page stopped. */
export type Patience = 'none' | { waitMs: number }

/**
 * Runs `work` while no other tab or worker of this device sends for the same user. Held for one run, never for life.
 * @returns 'busy' when another one sends; without Web Locks the lease alone decides
 */
export async function asOnlySender<T>(
  scope: Scope,
  patience: Patience,
  work: (holdsLock: boolean) => Promise<T>,
  locks: LockManager | null = globalThis.navigator?.locks ?? null,
): Promise<T | 'busy'> {
  if (!locks) return work(false)
  if (patience === 'none')
    return locks.request(lockName(scope), { ifAvailable: true }, (lock) => (lock ? work(true) : 'busy'))
  const signal = AbortSignal.timeout(patience.waitMs)
  let hasBegun = false
  try {
    return await locks.request(lockName(scope), { signal }, () => {
      hasBegun = true
      return work(true)
    })
  } catch (error) {
    if (!hasBegun && signal.aborted) return 'busy'
    throw error
  }
}
