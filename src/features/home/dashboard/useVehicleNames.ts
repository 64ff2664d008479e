import { vehicleName } from '#src/features/vehicles/vehicles/vehicle-name.ts'
import { useKept } from '#src/session/useKept.ts'

/** Names of vehicles by id, from what this device keeps; a number while a name is not known. */
export function useVehicleNames(): (vehicleId: number) => string {
  const vehicles = useKept(['vehicles'], (cache) => cache.vehicles)
  return (vehicleId) => {
    const vehicle = vehicles?.find(({ id }) => id === vehicleId)
    return vehicle ? vehicleName(vehicle) : `#${vehicleId}`
  }
}
