import type { GridColumnVisibilityModel, GridValidRowModel } from '@mui/x-data-grid'
import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { DataTableProps } from './table-props.ts'
import { useColumnVisibility, visibilityModel } from './useColumnVisibility.ts'
import { useFittedColumns } from './useFittedColumns.ts'

type Asked = Pick<
  DataTableProps<GridValidRowModel>,
  'columns' | 'storedColumns' | 'hideOrder' | 'isSqueezed' | 'sortModel'
>

/** Fits the columns to the rows and to the width of the grid, and hides those that the user or a narrow window hides. */
export function useColumnFit(
  { columns, storedColumns, hideOrder, isSqueezed = false, sortModel }: Asked,
  rows: readonly GridValidRowModel[],
) {
  const { width, gridProps } = useGridWidth()
  const { hidden, forced, force, change } = useColumnVisibility(columns, storedColumns)
  const sorted = sortModel?.[0]?.field
  const room = useMemo(() => {
    const canHide = (field: string) => !forced.has(field) && field !== sorted
    return { width, hidden, hideOrder: (hideOrder ?? []).filter(canHide) }
  }, [width, hidden, hideOrder, forced, sorted])
  const fit = useFittedColumns(columns, rows, isSqueezed, room)
  const columnVisibilityModel = useMemo(
    () => visibilityModel([...hidden, ...fit.tooMany]),
    [hidden, fit.tooMany],
  )
  return {
    columns: fit.columns,
    /** Columns for which the grid has no room. */
    tooMany: fit.columns.filter(({ field }) => fit.tooMany.includes(field)),
    showAll: () => force(fit.tooMany),
    gridProps: {
      ...gridProps,
      columnVisibilityModel,
      onColumnVisibilityModelChange: (model: GridColumnVisibilityModel) => change(model, fit.tooMany),
    },
  }
}

/** Measures the grid before its first paint, and when it redraws after a resize. */
function useGridWidth() {
  const ref = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState<number>()
  const onResize = useCallback(() => setWidth(ref.current?.clientWidth), [])
  useLayoutEffect(onResize, [onResize])
  return { width, gridProps: { ref, onResize } }
}
