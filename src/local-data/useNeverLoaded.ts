import { useLocalRows } from './useLocalRows.ts'
import { useOnline } from './useOnline.ts'

/** Offline before the first load was complete: waiting will not bring the missing rows. */
export function useNeverLoaded(): boolean {
  const loadedAt = useLocalRows(['loaded'], (cache) => cache.lastLoadedAt)
  const isOnline = useOnline()
  return loadedAt === null && !isOnline
}
