import { useCallback, useMemo, useState } from 'react'
import { type FacetValues, hasFacets, matchesFacets } from '#src/features/vehicles/facets/facets.ts'
import type { ListState } from '#src/features/vehicles/vehicles/list-state.ts'
import {
  countRows,
  findRows,
  rowFinder,
  type VehicleRow,
} from '#src/features/vehicles/vehicles/vehicle-rows.ts'
import { useComplete } from '#src/local-data/useFirstLoad.ts'
import type { ColumnTest } from '#src/ui/grid/table-props.ts'
import { useIsDesktop } from '#src/ui/layout/useScreenSize.ts'

/**
 * Returns the rows of the vehicle list and the numbers above it. The numbers count what the list shows:
 * - `narrowed`: rows with the chosen department, driver and class
 * - `found`: those among them that match the search and the status
 * - `counted`: those among them that pass the grid's column filter: the rows on the screen
 * - `counts`: for each status, the rows that its button opens; undefined until all vehicles are loaded
 */
export function useFoundRows(sorted: VehicleRow[] | undefined, list: ListState, facets: FacetValues) {
  const { q, show } = list
  const [find] = useState(rowFinder)
  const narrowed = useMemo(
    () =>
      sorted && hasFacets(facets) ? sorted.filter(({ vehicle }) => matchesFacets(vehicle, facets)) : sorted,
    [sorted, facets],
  )
  const matching = useMemo(() => narrowed && find(narrowed, q, 'all'), [find, narrowed, q])
  const found = useMemo(() => matching && ofStatus(matching, show), [matching, show])
  const { columnTest, setColumnTest } = useColumnTest(list.columns)
  const inColumns = useMemo(
    () => (matching && columnTest ? matching.filter(columnTest) : matching),
    [matching, columnTest],
  )
  const counted = useMemo(() => inColumns && ofStatus(inColumns, show), [inColumns, show])
  const counts = useComplete(useMemo(() => inColumns && countRows(inColumns), [inColumns]))
  return { narrowed, found, counted, counts, setColumnTest }
}

const ofStatus = (rows: readonly VehicleRow[], show: ListState['show']) => findRows(rows, '', show)

/** The test of the grid's column filter. Cards on a phone ignore that filter. */
function useColumnTest(columns: string) {
  const [known, setKnown] = useState<{ columns: string; test: ColumnTest<VehicleRow> }>()
  const isDesktop = useIsDesktop()
  const setColumnTest = useCallback((test: ColumnTest<VehicleRow>) => setKnown({ columns, test }), [columns])
  return {
    columnTest: isDesktop && known?.columns === columns ? known.test : undefined,
    setColumnTest,
  }
}

/** Filter values that show all vehicles. */
export const UNFILTERED = { q: '', show: 'all', columns: '', department: '', driver: '', class: '' } as const

export const isFilteredBy = ({ q, show, columns, ...facets }: ListState) =>
  q !== '' || show !== 'all' || columns !== '' || hasFacets(facets)
