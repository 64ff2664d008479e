import { useSyncExternalStore } from 'react'
import { type ListFailure, NO_CONNECTION } from './useListFailure.ts'
import { useLocalRows } from './useLocalRows.ts'
import { useOffline } from './useOffline.ts'
import { useOnline } from './useOnline.ts'

const FAILED = { code: 'internal', messages: [], retryAfter: undefined } satisfies ListFailure['failure']

/**
 * Why the fleet's data is not on this device yet: no connection, or a server failure. No failure during the first load
 * or after it.
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
