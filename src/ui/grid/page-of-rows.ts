import {
  GRID_DATE_COL_DEF,
  GRID_NUMERIC_COL_DEF,
  GRID_STRING_COL_DEF,
  type GridColDef,
  type GridColTypeDef,
  type GridFilterModel,
  type GridSortModel,
  type GridValidRowModel,
} from '@mui/x-data-grid'

type Row = GridValidRowModel
type Column = GridColDef<Row>

/** Rows in the order of a column, by the column's own way to compare. Made once for rows and model: see `usePageOfRows`. */
export function sortByColumn(
  rows: readonly Row[],
  columns: readonly Column[],
  model: GridSortModel,
): readonly Row[] {
  const [wish] = model
  const column = wish && columns.find(({ field }) => field === wish.field)
  if (!wish?.sort || !column) return rows
  const sign = wish.sort === 'desc' ? -1 : 1
  const compare = column.sortComparator ?? typeOf(column).sortComparator
  if (!compare) return rows
  const keyed = rows.map((row) => ({ row, value: cellValue(row, column) }))
  // Values only: nobody here compares by anything else of a cell.
  const cell = {} as never
  return keyed.sort((a, b) => sign * compare(a.value, b.value, cell, cell)).map(({ row }) => row)
}

/** Rows that pass the filters of the grid's panel, by each column's own operators. */
export function filterByColumns(
  rows: readonly Row[],
  columns: readonly Column[],
  model: GridFilterModel,
): readonly Row[] {
  const tests = model.items.flatMap((item) => {
    const column = columns.find(({ field }) => field === item.field)
    const operators = column?.filterOperators ?? (column && typeOf(column).filterOperators)
    const operator = operators?.find(({ value }) => value === item.operator)
    const test = operator && applyOf(() => operator.getApplyFilterFn(item, column as never))
    return column && test
      ? [(row: Row) => test(cellValue(row, column) as never, row, column, undefined as never)]
      : []
  })
  return tests.length === 0 ? rows : rows.filter((row) => tests.every((test) => test(row)))
}

/** A filter can come from an address, with a value that its operator knows nothing of: it filters nothing then. */
function applyOf<T>(make: () => T): T | null {
  try {
    return make()
  } catch {
    return null
  }
}

function typeOf({ type }: Column): GridColTypeDef {
  if (type === 'number') return GRID_NUMERIC_COL_DEF as GridColTypeDef
  return type === 'date' ? (GRID_DATE_COL_DEF as GridColTypeDef) : GRID_STRING_COL_DEF
}

function cellValue(row: Row, column: Column): unknown {
  const value: unknown = row[column.field]
  return column.valueGetter ? column.valueGetter(value as never, row, column, undefined as never) : value
}
