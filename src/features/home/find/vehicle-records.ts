import type { Vehicle } from '#contract/vehicles/vehicles.ts'
import { vehicleModel } from '#src/features/vehicles/vehicles/vehicle-name.ts'
import { indexTexts, type TextIndex } from './text-index.ts'

/** The vehicles of the current fleet, in the order in which equal matches are listed. */
export interface VehicleRecords {
  vehicles: readonly Vehicle[]
  byId: ReadonlyMap<number, Vehicle>
  index: TextIndex
}

/** Indexes vehicles in steps. Those in use come first. */
export function* indexVehicles(vehicles: readonly Vehicle[]): Generator<void, VehicleRecords> {
  const inUse = vehicles.filter((vehicle) => vehicle.is_active)
  const ordered = [...inUse, ...vehicles.filter((vehicle) => !vehicle.is_active)]
  yield
  const byId = new Map<number, Vehicle>()
  const index = yield* indexTexts(ordered.length, (nth) => {
    const vehicle = ordered[nth]
    if (!vehicle) return []
    byId.set(vehicle.id, vehicle)
    return fieldsOf(vehicle)
  })
  return { vehicles: ordered, byId, index }
}

function fieldsOf(vehicle: Vehicle): (string | null)[] {
  return [
    vehicle.name_of_vehicle,
    vehicleModel(vehicle),
    vehicle.sub_model,
    vehicle.vin,
    vehicle.license_plate_number,
    vehicle.other_id,
    vehicle.department_number,
    ...vehicle.driver_names,
  ]
}
