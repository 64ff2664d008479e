import { useLocalRows } from './useLocalRows.ts'

/**
 * Returns a count of local rows, or undefined until the first load is complete: a partial count would look like the
 * whole fleet's.
 */
export function useComplete<T>(counted: T | undefined): T | undefined {
  const loadedAt = useLocalRows(['loaded'], (cache) => cache.lastLoadedAt)
  return loadedAt ? counted : undefined
}
