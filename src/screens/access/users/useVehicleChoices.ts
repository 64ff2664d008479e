import { useMemo } from 'react'
import { vehicleOptions } from '#src/features/vehicles/vehicles/vehicle-options.ts'
import { useVehicles } from '#src/session/useKept.ts'

/** Vehicles that may be assigned, by name, from this device; undefined while they are read. */
export function useVehicleChoices() {
  const kept = useVehicles({ isExtra: true })
  return useMemo(() => kept && vehicleOptions(kept, []).filter(({ vehicle }) => vehicle.is_active), [kept])
}
