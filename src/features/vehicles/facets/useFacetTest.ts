import { useMemo } from 'react'
import { useWholeList } from '#src/local-data/useFirstLoad.ts'
import { useVehicles } from '#src/local-data/useLocalRows.ts'
import { type FacetValues, facetFilter, hasFacets } from './facets.ts'

/**
 * Returns a function that checks whether a vehicle has all chosen values. Undefined: values are chosen, but this device
 * does not have the vehicles yet.
 */
export function useFacetTest(values: FacetValues): ((vehicleId: number) => boolean) | undefined {
  const vehicles = useWholeList(useVehicles())
  const { department, driver, class: vehicleClass } = values
  return useMemo(() => {
    const chosen = { department, driver, class: vehicleClass }
    return vehicles || !hasFacets(chosen) ? facetFilter(vehicles ?? [], chosen) : undefined
  }, [vehicles, department, driver, vehicleClass])
}
