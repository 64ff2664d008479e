import { useMemo } from 'react'
import { useTimeSlicedWork } from '#src/local-data/rows/useTimeSlicedWork.ts'
import { useLive } from '#src/local-data/useLive.ts'
import { useVehicles } from '#src/local-data/useLocalRows.ts'
import { useOffline } from '#src/local-data/useOffline.ts'
import { useHasFeature } from '#src/session/SessionProvider.tsx'
import { type DueState, inNameOrder, prepareSearch, type VehicleRow, vehicleRows } from './vehicle-rows.ts'

/**
 * Returns the list's rows by name from this device; undefined while loading. `dueByVehicle` comes from the interval
 * rules.
 */
export function useVehicleRows(dueByVehicle: ReadonlyMap<number, DueState>): VehicleRow[] | undefined {
  const vehicles = useTimeSlicedWork(useVehicles(), inNameOrder)
  useTimeSlicedWork(vehicles, prepareSearch)
  const hasEnrollment = useHasFeature('enrollVehicles')
  const entries = useLive(useOffline().outbox.entries)
  const waiting = useMemo(() => {
    const counts = new Map<number, number>()
    for (const { vehicleId } of entries ?? []) counts.set(vehicleId, (counts.get(vehicleId) ?? 0) + 1)
    return counts
  }, [entries])
  // Memoized, so that typing in the search does not compute it again (VEH-006).
  return useMemo(
    () =>
      vehicles &&
      vehicleRows(vehicles, {
        dueOf: (id) => dueByVehicle.get(id) ?? 'fine',
        waitingOf: (id) => waiting.get(id) ?? 0,
        hasEnrollment,
      }),
    [vehicles, dueByVehicle, waiting, hasEnrollment],
  )
}
