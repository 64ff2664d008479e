import type { GridColDef } from '@mui/x-data-grid'
import { useMemo } from 'react'
import { SIZE_TO_FIT_DELAY_MS, TRANSACTIONS_PER_PAGE } from '#domain/core/limits.ts'
import type { Density } from '#domain/home/saved-view-rules.ts'
import { useDelayed } from '#src/lib/hooks/useDelayed.ts'
import { DataTable } from '#src/ui/grid/DataTable.tsx'

/** One page of a report's rows. */
export interface ReportPage<Row> {
  rows: readonly Row[]
  total: number
  /** One-based. */
  page: number
  onPage: (page: number) => void
  isLoading: boolean
}

export interface ReportLook {
  /** Fits all columns into the available width (TRX-009). */
  fits: boolean
  /** Height of the rows, of a saved view. */
  density: Density | undefined
}

interface ReportGridProps<Row extends { id: string | number }> extends ReportPage<Row>, ReportLook {
  label: string
  columns: GridColDef<Row>[]
}

/** A report as a grid, four rows per page, for desktop screens (TRX-020). */
export function ReportGrid<Row extends { id: string | number }>(props: ReportGridProps<Row>) {
  const { label, rows, columns, total, page, onPage, isLoading, density } = props
  const fits = useDelayed(props.fits, SIZE_TO_FIT_DELAY_MS)
  const shown = useMemo(() => (fits ? columns.map(columnOf) : columns), [columns, fits])
  const paginationModel = useMemo(() => ({ page: page - 1, pageSize: TRANSACTIONS_PER_PAGE }), [page])
  return (
    <DataTable
      label={label}
      rows={rows}
      columns={shown}
      loading={isLoading}
      pageSizes={PAGE_SIZES}
      {...(density && { density })}
      paginationMode="server"
      sortingMode="server"
      rowCount={total}
      paginationModel={paginationModel}
      onPaginationModelChange={(model) => onPage(model.page + 1)}
    />
  )
}

const PAGE_SIZES = [TRANSACTIONS_PER_PAGE]

/** A column that cannot be sorted: the server sorts by date, and the grid could sort only the current page. */
export const notSortable = { sortable: false, filterable: false, disableColumnMenu: true } as const

/** Shares the grid's width instead of a fixed column width. */
const columnOf = <Row extends { id: string | number }>(column: GridColDef<Row>): GridColDef<Row> => ({
  ...column,
  flex: column.width ?? column.minWidth ?? 100,
  minWidth: 50,
})
