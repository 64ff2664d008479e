import { useLocalRows } from './useLocalRows.ts'

/**
 * What was counted of this device's copies, or undefined until the first load is over: a number of what has arrived so
 * far reads as one of the whole fleet.
 */
export function useComplete<T>(counted: T | undefined): T | undefined {
  const loadedAt = useLocalRows(['loaded'], (cache) => cache.lastLoadedAt)
  return loadedAt ? counted : undefined
}
