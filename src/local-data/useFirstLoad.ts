import { useSyncExternalStore } from 'react'
import { type ListFailure, NO_CONNECTION } from './useListFailure.ts'
import { useLocalRows } from './useLocalRows.ts'
import { useOffline } from './useOffline.ts'
import { useOnline } from './useOnline.ts'

const FAILED = { code: 'internal', messages: [], retryAfter: undefined } satisfies ListFailure['failure']

/**
 * Why the fleet's data has not reached this device yet: no connection, or the server failed. No failure while the first
 * load is under way and once it is over.
 */
export function useFirstLoad(): ListFailure {
  const { lastRefresh, refreshNow } = useOffline()
  const loadedAt = useLocalRows(['loaded'], (cache) => cache.lastLoadedAt, { isOptional: true })
  const isOnline = useOnline()
  const end = useSyncExternalStore(lastRefresh.watch, lastRefresh.value)
  const failure = () => {
    if (loadedAt !== null) return undefined
    if (!isOnline || end === 'offline') return NO_CONNECTION
    return end === 'failed' ? FAILED : undefined
  }
  return { failure: failure(), onRetry: refreshNow }
}
