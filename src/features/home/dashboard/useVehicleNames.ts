import { vehicleName } from '#src/features/vehicles/vehicles/vehicle-name.ts'
import { useKept } from '#src/session/useKept.ts'

/** Names of vehicles by id, from what this device keeps; undefined while they are not there. */
export function useVehicleNames(): ((vehicleId: number) => string) | undefined {
  const vehicles = useKept(['vehicles'], (cache) => cache.vehicles)
  if (!vehicles) return undefined
  return (vehicleId) => {
    const vehicle = vehicles.find(({ id }) => id === vehicleId)
    return vehicle ? vehicleName(vehicle) : `#${vehicleId}`
  }
}
