import { useLocalRows } from './useLocalRows.ts'

/** A local list, or undefined while it is empty only because the first load is not complete. */
export function useLoaded<T>(list: readonly T[] | undefined): readonly T[] | undefined {
  const loadedAt = useLocalRows(['loaded'], (cache) => cache.lastLoadedAt)
  return list?.length === 0 && !loadedAt ? undefined : list
}
