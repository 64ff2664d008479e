import type { Vehicle } from '#contract/vehicles/vehicles.ts'
import { FACETS, type Facet, NO_VALUE, VEHICLE_CLASSES } from '#domain/vehicles/vehicle-facets.ts'

/** Chosen value of each facet; '' for all. */
export type FacetValues = Record<Facet, string>

type FacetVehicle = Pick<Vehicle, 'department_number' | 'driver_names' | 'vehicle_type_id'>

const valuesOf: Record<Facet, (vehicle: FacetVehicle) => readonly string[]> = {
  department: ({ department_number: number }) => [number || NO_VALUE],
  driver: ({ driver_names: names }) => (names.length > 0 ? names : [NO_VALUE]),
  class: ({ vehicle_type_id: type }) => [type],
}

export const hasFacets = (chosen: FacetValues): boolean => FACETS.some((facet) => chosen[facet] !== '')

export const readFacets = (search: Partial<Record<Facet, string | undefined>>): FacetValues => ({
  department: search.department ?? '',
  driver: search.driver ?? '',
  class: search.class ?? '',
})

export type FacetQuery = { department?: string; driver?: string; class?: (typeof VEHICLE_CLASSES)[number] }

/** The chosen values as fields of a call. */
export function facetQuery(chosen: FacetValues): FacetQuery {
  const vehicleClass = VEHICLE_CLASSES.find((vehicleClass) => vehicleClass === chosen.class)
  return {
    ...(chosen.department && { department: chosen.department }),
    ...(chosen.driver && { driver: chosen.driver }),
    ...(vehicleClass && { class: vehicleClass }),
  }
}

/** Returns whether a vehicle has all chosen values. */
export const matchesFacets = (vehicle: FacetVehicle, chosen: FacetValues): boolean =>
  FACETS.every((facet) => chosen[facet] === '' || valuesOf[facet](vehicle).includes(chosen[facet]))

/** Returns a function that checks whether the vehicle with an id has all chosen values. */
export function facetFilter(
  vehicles: readonly (FacetVehicle & { id: number })[],
  chosen: FacetValues,
): (vehicleId: number) => boolean {
  if (!hasFacets(chosen)) return () => true
  const found = new Set(vehicles.filter((vehicle) => matchesFacets(vehicle, chosen)).map(({ id }) => id))
  return (id) => found.has(id)
}

/** Returns the values of a facet, sorted; `NO_VALUE` last. */
export function facetOptions(vehicles: readonly FacetVehicle[], facet: Facet): string[] {
  const found = new Set(vehicles.flatMap((vehicle) => valuesOf[facet](vehicle)))
  const hasNone = found.delete(NO_VALUE)
  // One comparator for all comparisons: a large fleet has thousands of drivers.
  const sorted = [...found].sort(new Intl.Collator(undefined, { numeric: true }).compare)
  return hasNone && sorted.length > 0 ? [...sorted, NO_VALUE] : sorted
}
