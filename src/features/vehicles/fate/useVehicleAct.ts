import { useAct } from '#src/session/useAct.ts'
import { useOffline } from '#src/session/useOffline.ts'

/** One act on a vehicle, and then what this device keeps. */
export function useVehicleAct(rev: number) {
  const { cache } = useOffline()
  return useAct(rev, () => cache.refresh())
}
