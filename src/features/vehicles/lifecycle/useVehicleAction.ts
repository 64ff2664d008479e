import { useAction } from '#src/forms/useAction.ts'
import { useOffline } from '#src/local-data/useOffline.ts'

/** Runs one action on a vehicle, then updates the local data. */
export function useVehicleAction(rev: number) {
  const { cache } = useOffline()
  return useAction(rev, () => cache.refresh())
}
