import type { ServiceDefinition } from '#contract/catalog/services.ts'

type Rated = Pick<ServiceDefinition, 'is_medium_heavy_only' | 'demand'>

/** Class of a vehicle, as on the wire. */
export type VehicleClass = 'light' | 'medium_heavy'

/**
 * Compares services for a vehicle of a class. Applicable services come before those for heavier vehicles, then the
 * services that fleets book most often. 0 if equal, so the caller's order decides.
 */
export function compareForClass(vehicleClass: VehicleClass, a: Rated, b: Rated): number {
  const isOther = ({ is_medium_heavy_only }: Rated) =>
    Number(vehicleClass === 'light' && is_medium_heavy_only === true)
  const demand = (service: Rated) => service.demand?.[vehicleClass] ?? 0
  return isOther(a) - isOther(b) || demand(b) - demand(a)
}
