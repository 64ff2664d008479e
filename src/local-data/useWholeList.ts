import { useLocalRows } from './useLocalRows.ts'
import { useNeverLoaded } from './useNeverLoaded.ts'

/**
 * A list of this device once the first load is over: before, it would pass a part for the whole. Without signal there is
 * nothing to wait for, so whatever is here shows.
 */
export function useWholeList<T>(list: readonly T[] | undefined): readonly T[] | undefined {
  const loadedAt = useLocalRows(['loaded'], (cache) => cache.lastLoadedAt)
  const isNeverLoaded = useNeverLoaded()
  return loadedAt || (isNeverLoaded && list && list.length > 0) ? list : undefined
}
