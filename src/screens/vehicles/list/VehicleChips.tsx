import { memo, useMemo } from 'react'
import { ViewsMenu } from '#src/features/home/saved-views/ViewsMenu.tsx'
import { FacetChips } from '#src/features/vehicles/facets/FacetChips.tsx'
import { type FacetValues, readFacets } from '#src/features/vehicles/facets/facets.ts'
import { useUnseenFacets } from '#src/features/vehicles/facets/useFacetName.ts'
import type { ListState } from '#src/features/vehicles/vehicles/list-state.ts'
import type { VehicleRow } from '#src/features/vehicles/vehicles/vehicle-rows.ts'
import { FilterRow } from '#src/ui/layout/FilterRow.tsx'
import type { ChangeList } from './useListState.ts'

interface ChipsProps {
  rows: readonly VehicleRow[] | undefined
  facets: FacetValues
  onChange: ChangeList
  hiddenColumns: () => string | undefined
}

/** The chips, and the user's saved views. */
export const VehicleChips = memo(function VehicleChips({
  rows,
  facets,
  onChange,
  hiddenColumns,
}: ChipsProps) {
  const vehicles = useMemo(() => rows?.map(({ vehicle }) => vehicle), [rows])
  const unseen = useUnseenFacets(vehicles, facets)
  return (
    <FilterRow>
      <ViewsMenu list="vehicles" hiddenColumns={hiddenColumns} unseen={unseen} />
      <FacetChips vehicles={vehicles ?? []} values={facets} onChange={onChange} />
    </FilterRow>
  )
})

/** Memoized, because the list's state changes with each letter of the search. */
export function useFacets({ department, driver, class: vehicleClass }: ListState): FacetValues {
  return useMemo(
    () => readFacets({ department, driver, class: vehicleClass }),
    [department, driver, vehicleClass],
  )
}
