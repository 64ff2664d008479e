import type { GridValidRowModel } from '@mui/x-data-grid'
import { useMemo } from 'react'
import { type ListPaging, PAGE_SIZES } from '../list/paging.ts'
import type { DataTableProps } from './table-props.ts'

/** Makes a grid show one page of a list that is sorted elsewhere. Columns are named after what the list is sorted by. */
export function useServerPage<Row extends GridValidRowModel, Sort extends string>(
  paging: ListPaging<Sort> | undefined,
  /** Where a column gives up its order. */
  standard: Sort,
): Partial<DataTableProps<Row>> {
  const models = useModels<Row, Sort>(paging, standard)
  if (!paging) return {}
  return {
    ...models,
    // A filter of the grid's own would see the rows of one page only.
    ...{ paginationMode: 'server', sortingMode: 'server', disableColumnFilter: true },
    ...{ loading: paging.isLoading, rowCount: paging.total },
  }
}

/** Lets a grid that has all rows sort and page them itself, and follow what stands in the address. */
export function useGridPage<Row extends GridValidRowModel, Sort extends string>(
  paging: ListPaging<Sort>,
  /** The order that the rows have, which no column names. */
  standard: Sort,
): Partial<DataTableProps<Row>> {
  const models = useModels<Row, Sort>(paging, standard)
  const unsorted = useMemo(() => [], [])
  return { ...models, ...(paging.sort === standard && { sortModel: unsorted }) }
}

function useModels<Row extends GridValidRowModel, Sort extends string>(
  paging: ListPaging<Sort> | undefined,
  standard: Sort,
): Partial<DataTableProps<Row>> {
  const { sort = standard, page = 1, size = 0 } = paging ?? {}
  // A model that is a new object each time counts as changed, and the grid goes back to its first page.
  const sortModel = useMemo(
    () => [
      { field: sort.replace('-', ''), sort: sort.startsWith('-') ? ('desc' as const) : ('asc' as const) },
    ],
    [sort],
  )
  const paginationModel = useMemo(() => ({ page: page - 1, pageSize: size }), [page, size])
  return {
    pageSizes: PAGE_SIZES,
    paginationModel,
    onPaginationModelChange: (model) => paging?.onPage(model.page + 1, model.pageSize),
    sortModel,
    onSortModelChange: ([by]) =>
      paging?.onSort(by ? ((by.sort === 'desc' ? `-${by.field}` : by.field) as Sort) : standard),
  }
}
