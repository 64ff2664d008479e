import { useSyncExternalStore } from 'react'
import { useOffline } from '#src/local-data/useOffline.ts'

/** Whether this device has stopped keeping what is entered, after all healing (docs/offline.md row 13). */
export function useIsStorageLost(): boolean {
  const { isStorageLost } = useOffline().outbox
  return useSyncExternalStore(isStorageLost.watch, isStorageLost.value)
}
