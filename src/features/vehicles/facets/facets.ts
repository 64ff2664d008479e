import type { Vehicle } from '#contract/vehicles/vehicles.ts'

/** Properties of vehicles by which lists are narrowed, one chip each. */
export const FACETS = ['department', 'driver', 'class'] as const
export type Facet = (typeof FACETS)[number]
/** Chosen value of each facet; '' for all. */
export type FacetValues = Record<Facet, string>
/** Stands for vehicles without a department or driver. */
export const NO_VALUE = '-'

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

/** Returns whether a vehicle has all chosen values. */
export const matchesFacets = (vehicle: FacetVehicle, chosen: FacetValues): boolean =>
  FACETS.every((facet) => chosen[facet] === '' || valuesOf[facet](vehicle).includes(chosen[facet]))

/** Returns the values of a facet, sorted; `NO_VALUE` last. */
export function facetOptions(vehicles: readonly FacetVehicle[], facet: Facet): string[] {
  const found = new Set(vehicles.flatMap((vehicle) => valuesOf[facet](vehicle)))
  const hasNone = found.delete(NO_VALUE)
  const sorted = [...found].sort((a, b) => a.localeCompare(b, undefined, { numeric: true }))
  return hasNone && sorted.length > 0 ? [...sorted, NO_VALUE] : sorted
}
