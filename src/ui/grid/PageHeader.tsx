import {
  type GridColDef,
  type GridValidRowModel,
  gridVisibleRowsSelector,
  useGridApiContext,
  useGridSelector,
} from '@mui/x-data-grid'
import type { PageColumn } from './table-props.ts'

/** Lets the header of a `PageColumn` follow the rows of the page. Only the grid imports the grid's hooks. */
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
