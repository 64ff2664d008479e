import { useSyncExternalStore } from 'react'
import { type ListFailure, NO_CONNECTION } from './useListFailure.ts'
import { useLoadedAt } from './useLocalRows.ts'
import { useOffline } from './useOffline.ts'
import { useOnline } from './useOnline.ts'

const FAILED = { code: 'internal', messages: [], retryAfter: undefined } satisfies ListFailure['failure']

/**
 * Why the fleet's data is not on this device yet: no connection, or a server failure. No failure during the first load
 * or after it.
 */
export function useFirstLoad(): ListFailure {
  const { lastRefresh, refreshNow } = useOffline()
  const loadedAt = useLoadedAt({ isOptional: true })
  const isOnline = useOnline()
  const end = useSyncExternalStore(lastRefresh.watch, lastRefresh.value)
  const failure = () => {
    if (loadedAt !== null) return undefined
    if (!isOnline || end === 'offline') return NO_CONNECTION
    return end === 'failed' ? FAILED : undefined
  }
  return { failure: failure(), onRetry: refreshNow }
}

/** Offline before the first load was complete: waiting will not bring the missing rows. */
function useNeverLoaded(): boolean {
  const loadedAt = useLoadedAt()
  const isOnline = useOnline()
  return loadedAt === null && !isOnline
}

/**
 * Returns a count of local rows, or undefined until the first load is complete: a partial count would look like the
 * whole fleet's.
 */
export const useComplete = <T>(counted: T | undefined): T | undefined => (useLoadedAt() ? counted : undefined)

/** A local list, or undefined while it is empty only because the first load is not complete. */
export function useLoaded<T>(list: readonly T[] | undefined): readonly T[] | undefined {
  const loadedAt = useLoadedAt()
  return list?.length === 0 && !loadedAt ? undefined : list
}

/**
 * A local list once the first load is complete; before, it would show a part as the whole. Without signal it shows the
 * rows that are here.
 */
export function useWholeList<T>(list: readonly T[] | undefined): readonly T[] | undefined {
  const loadedAt = useLoadedAt()
  const isNeverLoaded = useNeverLoaded()
  return loadedAt || (isNeverLoaded && list && list.length > 0) ? list : undefined
}
