import {
  type GridColDef,
  type GridValidRowModel,
  gridVisibleRowsSelector,
  useGridApiContext,
  useGridSelector,
} from '@mui/x-data-grid'
import type { PageColumn } from './table-props.ts'

/**
 * Gives the header of a `PageColumn` the rows of the current page. Here, so that no feature imports the grid's hooks, which
 * would load the grid.
 */
export function withPageHeader(column: GridColDef): GridColDef {
  if (!isPageColumn(column)) return column
  const { renderPageHeader, ...rest } = column
  return { ...rest, renderHeader: () => <PageHeader render={renderPageHeader} /> }
}

const isPageColumn = (column: GridColDef): column is PageColumn<GridValidRowModel> =>
  'renderPageHeader' in column

function PageHeader({ render }: { render: PageColumn<GridValidRowModel>['renderPageHeader'] }) {
  const { rows } = useGridSelector(useGridApiContext(), gridVisibleRowsSelector)
  return render(rows.map(({ model }) => model))
}
