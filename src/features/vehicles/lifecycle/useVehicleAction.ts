import { useAct } from '#src/forms/useAction.ts'
import { useOffline } from '#src/local-data/useOffline.ts'

/** One act on a vehicle, and then what this device keeps. */
export function useVehicleAction(rev: number) {
  const { cache } = useOffline()
  return useAct(rev, () => cache.refresh())
}
