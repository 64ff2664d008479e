import type { GridValidRowModel } from '@mui/x-data-grid'
import { useEffect, useMemo } from 'react'
import { columnTest, sortByColumn } from './page-of-rows.ts'
import type { DataTableProps } from './table-props.ts'

const noSort: never[] = []
const noFilter = { items: [] }

/**
 * Passes only one page of `allRows` to the grid. With all rows, the grid rebuilds its tables of tens of thousands on
 * each search, which takes a second per word. Rows are identified by their position on the page: a search then updates
 * the existing lines, while other ids would replace each line, at twice the time.
 */
export function usePageOfRows(props: DataTableProps<GridValidRowModel>) {
  const {
    rows,
    allRows,
    columns,
    shownRef,
    onColumnTest,
    sortModel = noSort,
    filterModel = noFilter,
    paginationModel,
    allCount,
  } = props
  const isSorted = sortModel.length > 0
  // Sorts all rows, so that a search need not sort again.
  const sorted = useMemo(
    () => (allRows && isSorted ? sortByColumn(allRows, columns, sortModel) : null),
    [allRows, isSorted, columns, sortModel],
  )
  const inOrder = useMemo(() => {
    if (!sorted || rows.length === sorted.length) return sorted ?? rows
    const wanted = new Set(rows)
    return sorted.filter((row) => wanted.has(row))
  }, [sorted, rows])
  const test = useMemo(() => columnTest(columns, filterModel), [columns, filterModel])
  const found = useMemo(() => (allRows && test ? inOrder.filter(test) : inOrder), [allRows, inOrder, test])
  useEffect(() => onColumnTest?.(test), [onColumnTest, test])
  useEffect(() => {
    if (!shownRef) return
    shownRef.current = found
    return () => {
      shownRef.current = null
    }
  }, [shownRef, found])
  const pageSize = paginationModel?.pageSize ?? 0
  const page = Math.min(paginationModel?.page ?? 0, Math.max(0, Math.ceil(found.length / pageSize) - 1))
  const shown = useMemo(() => {
    const ofPage = found.slice(page * pageSize, (page + 1) * pageSize)
    const places = new Map(ofPage.map((row, place) => [row, place]))
    return { rows: ofPage, getRowId: (row: GridValidRowModel) => places.get(row) ?? -1 }
  }, [found, page, pageSize])
  if (!allRows || !paginationModel) return { rows }
  return {
    ...shown,
    rowCount: allCount ?? found.length,
    paginationModel: { page, pageSize },
    paginationMode: 'server' as const,
    sortingMode: 'server' as const,
    filterMode: 'server' as const,
  }
}
