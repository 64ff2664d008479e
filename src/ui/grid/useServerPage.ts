import type { GridSortModel, GridValidRowModel } from '@mui/x-data-grid'
import { useMemo } from 'react'
import { type ListPaging, PAGE_SIZES } from '../list/paging.ts'
import type { DataTableProps } from './table-props.ts'

/** Controls a grid that shows one page of a list sorted elsewhere. Column names equal the list's sort keys. */
export function useServerPage<Row extends GridValidRowModel, Sort extends string>(
  paging: ListPaging<Sort> | undefined,
  /** Sort order if no column is sorted. */
  standard: Sort,
): Partial<DataTableProps<Row>> {
  const models = useModels<Row, Sort>(paging, standard)
  if (!paging) return {}
  return {
    ...models,
    // The grid's own filter would only see the current page.
    paginationMode: 'server',
    sortingMode: 'server',
    disableColumnFilter: true,
    loading: paging.isLoading,
    rowCount: paging.total,
  }
}

/** Controls a grid that has all rows, sorts and paginates them itself, and follows the URL. */
export function useGridPage<Row extends GridValidRowModel, Sort extends string>(
  paging: ListPaging<Sort>,
  /** The rows' initial order, which belongs to no column. */
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
  // Memoized: a new model object counts as a change and returns the grid to its first page.
  const sortModel = useMemo(() => toSortModel(sort), [sort])
  const paginationModel = useMemo(() => ({ page: page - 1, pageSize: size }), [page, size])
  return {
    pageSizes: PAGE_SIZES,
    paginationModel,
    onPaginationModelChange: (model) => paging?.onPage(model.page + 1, model.pageSize),
    sortModel,
    onSortModelChange: (model) => paging?.onSort(fromSortModel(model, standard)),
  }
}

/** Returns the grid's sort model of a sort order such as '-date'. */
export const toSortModel = (sort: string) => [
  { field: sort.replace('-', ''), sort: sort.startsWith('-') ? ('desc' as const) : ('asc' as const) },
]

/** Returns the sort order of the grid's sort model, of which only the first column counts. */
export const fromSortModel = <Sort extends string>([by]: GridSortModel, standard: Sort): Sort =>
  by ? ((by.sort === 'desc' ? `-${by.field}` : by.field) as Sort) : standard
