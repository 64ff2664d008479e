import type { Vehicle } from '#contract/vehicles/vehicles.ts'
import { factsOf, searchTextOf } from '#src/features/vehicles/vehicles/vehicle-facts.ts'
import { vehicleDetail } from '#src/features/vehicles/vehicles/vehicle-name.ts'
import { compareText } from '#src/lib/sort-in-steps.ts'

/** A vehicle as an option of a picker. Its texts are computed when they are needed: most of thousands are not shown. */
export class VehicleOption {
  readonly id: number
  readonly vehicle: Vehicle
  readonly name: string
  readonly isRecent: boolean

  constructor(vehicle: Vehicle, isRecent: boolean) {
    this.id = vehicle.id
    this.vehicle = vehicle
    this.name = factsOf(vehicle).name
    this.isRecent = isRecent
  }

  get detail(): string {
    return vehicleDetail(this.vehicle)
  }

  /** As in the vehicle list (decision 67), and the name, which is the number of a vehicle without any other. */
  get searchText(): string {
    return `${searchTextOf(this.vehicle, factsOf(this.vehicle))} ${this.name}`
  }
}

/** Returns recently used vehicles first, then all by name. Includes inactive ones, which old entries may refer to. */
export function vehicleOptions(vehicles: readonly Vehicle[], recents: readonly number[]): VehicleOption[] {
  const keyOf = ({ vehicle }: VehicleOption) => factsOf(vehicle).sortKey
  return vehicles
    .map((vehicle) => new VehicleOption(vehicle, recents.includes(vehicle.id)))
    .sort(
      (a, b) =>
        Number(b.isRecent) - Number(a.isRecent) ||
        (a.isRecent ? recents.indexOf(a.id) - recents.indexOf(b.id) : compareText(keyOf(a), keyOf(b))),
    )
}
