import { useLocalRows } from './useLocalRows.ts'
import { useOnline } from './useOnline.ts'

/** Without signal before the first load was over: what is not here will not come by waiting. */
export function useNeverLoaded(): boolean {
  const loadedAt = useLocalRows(['loaded'], (cache) => cache.lastLoadedAt)
  const isOnline = useOnline()
  return loadedAt === null && !isOnline
}
