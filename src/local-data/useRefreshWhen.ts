import { useEffect } from 'react'
import { useOffline } from './useOffline.ts'

/**
 * Refreshes the local copies when a server response differs from them, once per response. Screens show only the copies,
 * with pending changes applied.
 */
export function useRefreshWhen(differs: boolean, data: unknown): void {
  const { cache } = useOffline()
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per response; otherwise a copy that stays different would refresh forever
  useEffect(() => {
    if (differs) void cache.refresh()
  }, [data])
}
