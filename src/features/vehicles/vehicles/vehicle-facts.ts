import type { DistanceUnit } from '#contract/core/fields.ts'
import type { Vehicle } from '#contract/vehicles/vehicles.ts'
import { plainText } from '#domain/core/plain-text.ts'
import { vehicleSearchText } from '#domain/vehicles/vehicle-search.ts'
import { vehicleName } from './vehicle-name.ts'

/** What the list computes once per vehicle, because every keystroke of a search reads it for tens of thousands. */
export interface VehicleFacts {
  name: string
  /** Sort key of the name; numbers compare numerically. */
  sortKey: string
  /** Cost of this year. In cents, because sums of thousands of fractions lose precision. */
  ytdCents: number
  /** Cost per `unit`; null: unknown, or the vehicle is inactive. */
  costPerDistance: number | null
  unit: DistanceUnit
  isEnrolled: boolean
  isActive: boolean
  /** The text in which words are searched, once a search or `prepareSearch` has needed it. */
  searchText: string | undefined
}

const known = new WeakMap<Vehicle, VehicleFacts>()

export function factsOf(vehicle: Vehicle): VehicleFacts {
  const before = known.get(vehicle)
  if (before) return before
  const name = vehicleName(vehicle)
  const facts = {
    name,
    sortKey: plainText(name).replace(/\d+/g, (digits) => digits.padStart(12, '0')),
    ytdCents: Math.round(Number(vehicle.ytd_maintenance_cost) * 100),
    costPerDistance:
      vehicle.is_active && vehicle.cost_per_mile !== null ? Number(vehicle.cost_per_mile) : null,
    unit: vehicle.odometer_units,
    isEnrolled: vehicle.fleetcor_enrolled,
    isActive: vehicle.is_active,
    searchText: undefined,
  }
  known.set(vehicle, facts)
  return facts
}

/** Returns the text in which words are searched. Only a search needs it, so it is computed on demand. */
export function searchTextOf(vehicle: Vehicle, facts: VehicleFacts): string {
  facts.searchText ??= vehicleSearchText(vehicle)
  return facts.searchText
}
