import { useEffect } from 'react'
import { useOffline } from './useOffline.ts'

/**
 * Brings this device's copies up to date when an answer of the server says more than they do, once per answer.
 * Screens show the copies only: one truth, with own waiting changes laid over it.
 */
export function useRefreshWhen(differs: boolean, answer: unknown): void {
  const { cache } = useOffline()
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per answer, or a copy that cannot follow would ask for ever
  useEffect(() => {
    if (differs) void cache.refresh()
  }, [answer])
}
