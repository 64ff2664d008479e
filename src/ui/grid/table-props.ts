import type { DataGridProps, GridColDef, GridValidRowModel } from '@mui/x-data-grid'
import type { ReactNode, RefObject } from 'react'

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
  | 'disableColumnFilter'
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
  /**
   * Tens of thousands, of which `rows` are those that a search found: the grid then gets one page at a time. Its sort,
   * filter and page must be given from outside.
   */
  allRows?: readonly Row[] | undefined
  /** With `allRows`: receives the rows that its sort order and filters leave, for a download; null without a grid. */
  shownRef?: RefObject<readonly Row[] | null> | undefined
  /** An empty value shows a dash unless the column formats or renders itself (BRD-037). */
  columns: readonly GridColDef<Row>[]
  getRowId?: (row: Row) => string | number
  /** Instead of rows when there are none: an EmptyState. */
  empty?: ReactNode
  /** Of the grid's box in px; when left out, it is as high as its page of rows. */
  height?: number | string
  /** Column and filter menus are the grid's own; a quick search belongs to the screen. */
  hidesFooter?: boolean
  /** On offer at the foot; the first one is where the grid begins. 25, 50 and 100 when left out. */
  pageSizes?: number[]
}
