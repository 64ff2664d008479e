import type { Vehicle } from '#contract/vehicles/vehicles.ts'

type Named = Pick<
  Vehicle,
  'name_of_vehicle' | 'year' | 'make' | 'model' | 'license_plate_number' | 'vin' | 'id'
>

/** Returns a vehicle's name, else year, make and model, else plate, VIN or number. */
export function vehicleName(vehicle: Named): string {
  return (
    vehicle.name_of_vehicle ||
    vehicleModel(vehicle) ||
    vehicle.license_plate_number ||
    vehicle.vin ||
    `#${vehicle.id}`
  )
}

/** Returns '2021 Ford Transit'; empty if none of the three is known. */
export function vehicleModel(vehicle: Pick<Vehicle, 'year' | 'make' | 'model'>): string {
  return [vehicle.year, vehicle.make, vehicle.model].filter(Boolean).join(' ')
}

/** Returns the line below the name: the model, unless the name contains it, and the plate. */
export function vehicleDetail(vehicle: Named): string {
  const name = vehicleName(vehicle)
  return [vehicleModel(vehicle), vehicle.license_plate_number]
    .filter((part) => part && part !== name)
    .join(' · ')
}

/** Adds to a vehicle's name what tells it from others with that name: 'Ford Transit · ABC 123'. */
export const nameWithIdentifier = (name: string, identifier: string | null | undefined): string =>
  identifier && identifier !== name ? `${name} · ${identifier}` : name
