import { useSyncExternalStore } from 'react'
import { useOffline } from '#src/local-data/useOffline.ts'

/** Whether this device can no longer store entries, even after reconnecting (docs/offline.md row 13). */
export function useIsStorageLost(): boolean {
  const { isStorageLost } = useOffline().outbox
  return useSyncExternalStore(isStorageLost.watch, isStorageLost.value)
}
