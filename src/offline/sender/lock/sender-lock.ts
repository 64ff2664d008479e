import { lockName, type Scope } from '#src/offline/model/scope.ts'

/**
 * What to do while another tab or worker sends: give up; wait, as a worker that continues after a page closes; or steal
 * the lock from a frozen page (docs/offline.md row 35).
 */
export type LockMode = 'none' | 'steal' | { waitMs: number }

/**
 * Runs `work` while no other tab or worker of this device sends for the same user. The lock is held for one run only.
 * @returns 'busy' if another one sends; without Web Locks the lease alone decides
 */
export async function withSenderLock<T>(
  scope: Scope,
  lockMode: LockMode,
  work: (holdsLock: boolean) => Promise<T>,
  locks: LockManager | null = globalThis.navigator?.locks ?? null,
): Promise<T | 'busy'> {
  if (!locks) return work(false)
  let working: Promise<T> | null = null
  const options = lockOptions(lockMode)
  try {
    return await locks.request(lockName(scope), options, (lock): 'busy' | Promise<T> => {
      if (!lock) return 'busy'
      working = work(true)
      return working
    })
  } catch (error) {
    // The lock was stolen while this page was frozen. Its work ends normally, and the lease refuses its writes.
    if (working) return working
    if (options.signal?.aborted) return 'busy'
    throw error
  }
}

function lockOptions(lockMode: LockMode): LockOptions {
  if (lockMode === 'none') return { ifAvailable: true }
  if (lockMode === 'steal') return { steal: true }
  return { signal: AbortSignal.timeout(lockMode.waitMs) }
}
