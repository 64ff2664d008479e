import type { Vehicle } from '#contract/vehicles/vehicles.ts'
import { vehicleDetail, vehicleName } from '#src/features/vehicles/vehicles/vehicle-name.ts'

/** A vehicle as an option of a picker. */
export interface VehicleOption {
  id: number
  vehicle: Vehicle
  name: string
  detail: string
  searchText: string
  isRecent: boolean
}

/** Returns recently used vehicles first, then all by name. Includes inactive ones, which old entries may refer to. */
export function vehicleOptions(vehicles: readonly Vehicle[], recents: readonly number[]): VehicleOption[] {
  const { compare } = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' })
  const options = vehicles.map((vehicle) => {
    const name = vehicleName(vehicle)
    const detail = vehicleDetail(vehicle)
    return {
      id: vehicle.id,
      vehicle,
      name,
      detail,
      searchText: [name, detail, vehicle.vin, vehicle.other_id, ...vehicle.driver_names].join(' '),
      isRecent: recents.includes(vehicle.id),
    }
  })
  return options.toSorted(
    (a, b) =>
      Number(b.isRecent) - Number(a.isRecent) ||
      (a.isRecent ? recents.indexOf(a.id) - recents.indexOf(b.id) : compare(a.name, b.name)),
  )
}
