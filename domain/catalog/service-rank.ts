import type { ServiceDefinition } from '#contract/catalog/services.ts'

type Rated = Pick<ServiceDefinition, 'is_medium_heavy_only' | 'demand'>

/** Class of a vehicle, as the vehicle names it. */
export type VehicleClass = 'light' | 'medium_heavy'

/**
 * Orders services for a vehicle of a class: what suits it before what is meant for heavier ones, then what fleets book
 * most for it. 0 for two that are alike: the caller's own order decides.
 */
export function compareForClass(vehicleClass: VehicleClass, a: Rated, b: Rated): number {
  const isOther = ({ is_medium_heavy_only }: Rated) =>
    Number(vehicleClass === 'light' && is_medium_heavy_only === true)
  const demand = (service: Rated) => service.demand?.[vehicleClass] ?? 0
  return isOther(a) - isOther(b) || demand(b) - demand(a)
}
