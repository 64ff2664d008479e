import type { DistanceUnit } from '#contract/core/fields.ts'
import { distanceIn } from '#domain/vehicles/odometer-rules.ts'
import type { VehicleFacts } from '../vehicle-facts.ts'

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
export function fleetTotals(rows: readonly { facts: VehicleFacts }[], unit: DistanceUnit): FleetTotals {
  let [cents, enrolled, known, costs] = [0, 0, 0, 0]
  for (const { facts } of rows) {
    cents += facts.ytdCents
    if (facts.isEnrolled) enrolled += 1
    if (facts.costPerDistance === null) continue
    known += 1
    // Cost per unit grows with the unit, so the conversion is the inverse of a distance's.
    costs += distanceIn(facts.costPerDistance, unit, facts.unit)
  }
  return {
    vehicles: rows.length,
    enrolled,
    ytdCost: cents / 100,
    costPerDistance: known > 0 ? costs / known : null,
  }
}
