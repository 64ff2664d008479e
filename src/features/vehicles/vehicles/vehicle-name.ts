import type { Vehicle } from '#contract/vehicles/vehicles.ts'

type Named = Pick<
  Vehicle,
  'name_of_vehicle' | 'year' | 'make' | 'model' | 'license_plate_number' | 'vin' | 'id'
>

/** What people call a vehicle: its name, else year, make and model, else plate, VIN or number. */
export function vehicleName(vehicle: Named): string {
  return (
    vehicle.name_of_vehicle ||
    vehicleModel(vehicle) ||
    vehicle.license_plate_number ||
    vehicle.vin ||
    `#${vehicle.id}`
  )
}

/** '2021 Ford Transit'; empty when none of the three is known. */
export function vehicleModel(vehicle: Pick<Vehicle, 'year' | 'make' | 'model'>): string {
  return [vehicle.year, vehicle.make, vehicle.model].filter(Boolean).join(' ')
}

/** The line under the name: the model where the name does not say it already, and the plate. */
export function vehicleDetail(vehicle: Named): string {
  const name = vehicleName(vehicle)
  return [vehicleModel(vehicle), vehicle.license_plate_number]
    .filter((part) => part && part !== name)
    .join(' · ')
}
