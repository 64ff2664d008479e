import { useMemo } from 'react'
import { NO_VALUE } from '#domain/vehicles/vehicle-facets.ts'
import { useVehicles } from '#src/local-data/useLocalRows.ts'
import { facetOptions } from './facets.ts'

/** Departments that vehicles of the fleet already have, from the local copies. */
export function useDepartments(): string[] {
  const vehicles = useVehicles({ isOptional: true })
  return useMemo(
    () => facetOptions(vehicles ?? [], 'department').filter((department) => department !== NO_VALUE),
    [vehicles],
  )
}
