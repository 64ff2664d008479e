import { useLocalRows } from './useLocalRows.ts'
import { useNeverLoaded } from './useNeverLoaded.ts'

/**
 * A local list once the first load is complete; before, it would show a part as the whole. Without signal it shows the
 * rows that are here.
 */
export function useWholeList<T>(list: readonly T[] | undefined): readonly T[] | undefined {
  const loadedAt = useLocalRows(['loaded'], (cache) => cache.lastLoadedAt)
  const isNeverLoaded = useNeverLoaded()
  return loadedAt || (isNeverLoaded && list && list.length > 0) ? list : undefined
}
