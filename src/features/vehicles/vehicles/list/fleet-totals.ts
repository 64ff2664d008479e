import type { DistanceUnit } from '#contract/core/fields.ts'
import type { Vehicle } from '#contract/vehicles/vehicles.ts'
import { distanceIn } from '#domain/vehicles/odometer-rules.ts'

/** The totals of the tiles above the list. */
export interface FleetTotals {
  vehicles: number
  enrolled: number
  /** Total cost of all vehicles this year. */
  ytdCost: number
  /** Mean of active vehicles with a known cost, like the fleet's own record; null: none is known. */
  costPerDistance: number | null
}

/** Computes the totals of the local vehicles; `unit`: the fleet's distance unit. */
export function fleetTotals(vehicles: readonly Vehicle[], unit: DistanceUnit): FleetTotals {
  let [cents, enrolled, known, costs] = [0, 0, 0, 0]
  for (const vehicle of vehicles) {
    // In cents, because sums of thousands of fractions lose precision.
    cents += Math.round(Number(vehicle.ytd_maintenance_cost) * 100)
    if (vehicle.fleetcor_enrolled) enrolled += 1
    if (!vehicle.is_active || vehicle.cost_per_mile === null) continue
    known += 1
    // Cost per unit grows with the unit, so the conversion is the inverse of a distance's.
    costs += distanceIn(Number(vehicle.cost_per_mile), unit, vehicle.odometer_units)
  }
  return {
    vehicles: vehicles.length,
    enrolled,
    ytdCost: cents / 100,
    costPerDistance: known > 0 ? costs / known : null,
  }
}
