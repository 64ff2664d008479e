import { useMemo } from 'react'
import { vehicleOptions } from '#src/features/vehicles/picker/vehicle-options.ts'
import { useVehicles } from '#src/local-data/useLocalRows.ts'

/** Returns the assignable vehicles by name, from the local copies; undefined while loading. */
export function useVehicleChoices() {
  const kept = useVehicles({ isOptional: true })
  return useMemo(() => kept && vehicleOptions(kept, []).filter(({ vehicle }) => vehicle.is_active), [kept])
}
