import Box from '@mui/material/Box'
import type { DataGridProps, GridColDef, GridValidRowModel } from '@mui/x-data-grid'
import { lazy, type ReactNode, Suspense } from 'react'
import { SkeletonList } from '#src/ui/feedback/SkeletonList.tsx'

type PassedOn =
  | 'loading'
  | 'onRowClick'
  | 'getRowClassName'
  | 'paginationMode'
  | 'paginationModel'
  | 'onPaginationModelChange'
  | 'rowCount'
  | 'sortingMode'
  | 'sortModel'
  | 'onSortModelChange'
  | 'filterMode'
  | 'filterModel'
  | 'onFilterModelChange'
  | 'columnVisibilityModel'
  | 'onColumnVisibilityModelChange'
  | 'checkboxSelection'
  | 'rowSelectionModel'
  | 'onRowSelectionModelChange'
  | 'initialState'
  | 'apiRef'

export interface DataTableProps<Row extends GridValidRowModel> extends Pick<DataGridProps<Row>, PassedOn> {
  /** Says to a screen reader what the grid holds. */
  label: string
  rows: readonly Row[]
  /** An empty value shows a dash unless the column formats or renders itself (BRD-037). */
  columns: readonly GridColDef<Row>[]
  getRowId?: (row: Row) => string | number
  /** Instead of rows when there are none: an EmptyState. */
  empty?: ReactNode
  /** Of the grid's box in px; when left out, it is as high as its page of rows. */
  height?: number | string
  /** Column and filter menus are the grid's own; a quick search belongs to the screen. */
  hidesFooter?: boolean
}

const Grid = lazy(() => import('./Grid.tsx').then((module) => ({ default: module.Grid })))

/** A dense table for the desk with sorting, filters and pages. Its code is fetched when the first one shows. */
export function DataTable<Row extends GridValidRowModel>(props: DataTableProps<Row>) {
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', width: '100%', height: props.height ?? 'auto' }}>
      <Suspense fallback={<SkeletonList rows={8} rowHeight={40} />}>
        {/* lazy() cannot carry a type parameter. */}
        <Grid {...(props as unknown as DataTableProps<GridValidRowModel>)} />
      </Suspense>
    </Box>
  )
}
