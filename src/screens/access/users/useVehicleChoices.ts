import { useMemo } from 'react'
import { vehicleOptions } from '#src/features/vehicles/picker/vehicle-options.ts'
import { useVehicles } from '#src/local-data/useLocalRows.ts'

/** Vehicles that may be assigned, by name, from this device; undefined while they are read. */
export function useVehicleChoices() {
  const kept = useVehicles({ isExtra: true })
  return useMemo(() => kept && vehicleOptions(kept, []).filter(({ vehicle }) => vehicle.is_active), [kept])
}
