import { useMemo } from 'react'
import { vehicleName } from '#src/features/vehicles/vehicles/vehicle-name.ts'
import { useVehicles } from '#src/session/useKept.ts'

/** Names of vehicles by id, from what this device keeps: a vehicle that has not arrived yet is not in it. */
export function useVehicleNames(): ReadonlyMap<number, string> | undefined {
  const vehicles = useVehicles()
  return useMemo(
    () => vehicles && new Map(vehicles.map((vehicle) => [vehicle.id, vehicleName(vehicle)])),
    [vehicles],
  )
}
