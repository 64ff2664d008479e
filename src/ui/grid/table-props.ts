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
  | 'disableColumnMenu'
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
  | 'density'

/** A column whose header shows something about the rows of the page. */
export type PageColumn<Row extends GridValidRowModel> = GridColDef<Row> & {
  renderPageHeader: (rows: readonly Row[]) => ReactNode
}

/** Columns that the screen stores, in its URL. */
export interface StoredColumns {
  /** Hidden columns, separated by commas; '-': none; undefined: as this device remembers. */
  hide: string | undefined
  onHide: (hide: string) => void
  /** Receives the hidden columns; undefined without a grid. */
  shownRef: RefObject<string | undefined>
}

/** Returns whether a row passes the grid's column filter; undefined: there is none. */
export type ColumnTest<Row> = ((row: Row) => boolean) | undefined

export interface DataTableProps<Row extends GridValidRowModel> extends Pick<DataGridProps<Row>, PassedOn> {
  /** Accessible name of the grid. */
  label: string
  rows: readonly Row[]
  /**
   * Tens of thousands of rows, of which `rows` are the search results: the grid then receives one page at a time. Its
   * sort, filter and page must be controlled.
   */
  allRows?: readonly Row[] | undefined
  /** Number of all rows, while `allRows` are only the first of them because the others are still being read. */
  allCount?: number | undefined
  /** With `allRows`: receives the sorted and filtered rows, for a download; null without a grid. */
  shownRef?: RefObject<readonly Row[] | null> | undefined
  /** With `allRows`: receives the test of the filter panel each time it changes, for counts outside the grid. */
  onColumnTest?: ((test: ColumnTest<Row>) => void) | undefined
  /** Empty values show a dash, unless the column formats or renders them itself (BRD-037). */
  columns: readonly GridColDef<Row>[]
  getRowId?: (row: Row) => string | number
  /** Shown if there are no rows: an EmptyState. */
  empty?: ReactNode
  /** Height of the grid in px; defaults to the height of its page of rows. */
  height?: number | string
  /** A higher page of rows scrolls within the grid, which then renders only those in view. */
  maxHeight?: string
  /** The grid has its own column and filter menus; a quick search belongs to the screen. */
  hidesFooter?: boolean
  storedColumns?: StoredColumns | undefined
  /** Columns that are hidden, in this order, if the grid is too narrow for all; a note below names them and shows them. */
  hideOrder?: readonly string[]
  /** Keeps the widths of the columns, although headers may be cut off: all share the width of the screen. */
  isSqueezed?: boolean
  /** Page sizes in the footer, starting with the default; 25, 50 and 100 if omitted. */
  pageSizes?: number[]
}
