import { useMemo } from 'react'
import { vehicleOptions } from '#src/features/vehicles/picker/vehicle-options.ts'
import { useVehicles } from '#src/local-data/useLocalRows.ts'

/** Returns the active vehicles from the local copies, sorted by name; undefined while loading. */
export function useVehicleChoices() {
  const vehicles = useVehicles({ isOptional: true })
  return useMemo(
    () => vehicles && vehicleOptions(vehicles, []).filter(({ vehicle }) => vehicle.is_active),
    [vehicles],
  )
}
