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
import type { ColumnTest } from './table-props.ts'

type Row = GridValidRowModel
type Column = GridColDef<Row>

/** Sorts rows by a column's own comparator. Computed once per rows and model: see `usePageOfRows`. */
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
  // Our comparators use only the values.
  const cell = {} as never
  return keyed.sort((a, b) => sign * compare(a.value, b.value, cell, cell)).map(({ row }) => row)
}

/** Returns the test of the filter panel, by each column's own operators; undefined: it filters nothing. */
export function columnTest(columns: readonly Column[], model: GridFilterModel): ColumnTest<Row> {
  const tests = model.items.flatMap((item) => {
    const column = columns.find(({ field }) => field === item.field)
    const operators = column?.filterOperators ?? (column && typeOf(column).filterOperators)
    const operator = operators?.find(({ value }) => value === item.operator)
    const test = operator && applyOf(() => operator.getApplyFilterFn(item, column as never))
    return column && test
      ? [(row: Row) => test(cellValue(row, column) as never, row, column, undefined as never)]
      : []
  })
  return tests.length === 0 ? undefined : (row) => tests.every((test) => test(row))
}

/** A filter from a URL may have a value that its operator does not support; it then filters nothing. */
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
