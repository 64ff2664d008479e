import { can, type Role } from '#domain/access/permissions.ts'
import type { UserRow, VehicleDriverRow } from '#server/db/seed/core/rows.ts'
import type { FleetPlan } from '#server/db/seed/tables/fleet-plan.ts'
import { vehicleCountOf } from './people.ts'
import type { DemoVehicle } from './vehicles.ts'

/**
 * Assigns each driver a vehicle, and to the first drivers as many as their demo account promises. Showcase vehicles
 * come first.
 */
export function assignDrivers(
  plans: readonly FleetPlan[],
  vehicles: readonly DemoVehicle[],
  users: readonly UserRow[],
): VehicleDriverRow[] {
  return plans.flatMap((plan) => {
    const free = vehicles.filter(({ plan: owner, row }) => owner === plan && row.is_active)
    const drivers = users.filter(({ fleet_id, roles }) => fleet_id === plan.id && roles.includes('Driver'))
    return drivers.flatMap((driver) =>
      free.splice(0, vehicleCountOf(driver.email)).map(({ row }) => ({
        fleet_id: plan.id,
        vehicle_id: row.id,
        user_id: driver.id,
      })),
    )
  })
}

/** Users who may have entered data about a vehicle. */
export interface Authors {
  /** The fleet's users who see every vehicle and may add every document (GLV-015). */
  office: readonly number[]
  /** The office users and the vehicle's drivers. */
  all: readonly number[]
}

/** Returns the authors of a vehicle. */
export function authorsIn(
  users: readonly UserRow[],
  assignments: readonly VehicleDriverRow[],
): (vehicle: DemoVehicle) => Authors {
  const driversOf = Map.groupBy(assignments, ({ vehicle_id }) => vehicle_id)
  const officeOf = Map.groupBy(
    users.filter(({ roles }) => can({ roles: roles as Role[] }, 'vehicles.readAll')),
    ({ fleet_id }) => fleet_id,
  )
  return ({ row }) => {
    const office = (officeOf.get(row.fleet_id) ?? []).slice(0, 4).map(({ id }) => id)
    return { office, all: [...(driversOf.get(row.id) ?? []).map(({ user_id }) => user_id), ...office] }
  }
}
