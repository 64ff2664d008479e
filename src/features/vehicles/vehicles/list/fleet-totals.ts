import type { DistanceUnit } from '#contract/core/fields.ts'
import type { Vehicle } from '#contract/vehicles/vehicles.ts'
import { distanceIn } from '#domain/vehicles/odometer-rules.ts'

/** What the tiles above the list say. */
export interface FleetTotals {
  vehicles: number
  enrolled: number
  /** Money of all of them this year. */
  ytdCost: number
  /** Mean over those in use whose cost is known, as the fleet's own record has it; null: none is known. */
  costPerDistance: number | null
}

/** Sums up the vehicles that this device holds; `unit`: which distance the fleet counts its costs by. */
export function fleetTotals(vehicles: readonly Vehicle[], unit: DistanceUnit): FleetTotals {
  let [cents, enrolled, known, costs] = [0, 0, 0, 0]
  for (const vehicle of vehicles) {
    // In cents: sums of thousands of fractions drift.
    cents += Math.round(Number(vehicle.ytd_maintenance_cost) * 100)
    if (vehicle.fleetcor_enrolled) enrolled += 1
    if (!vehicle.is_active || vehicle.cost_per_mile === null) continue
    known += 1
    // What a unit costs grows with the unit: the other way round than distances.
    costs += distanceIn(Number(vehicle.cost_per_mile), unit, vehicle.odometer_units)
  }
  return {
    vehicles: vehicles.length,
    enrolled,
    ytdCost: cents / 100,
    costPerDistance: known > 0 ? costs / known : null,
  }
}
