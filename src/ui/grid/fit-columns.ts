import type { GridColDef, GridValidRowModel } from '@mui/x-data-grid'

type Column = GridColDef<GridValidRowModel>

/** Returns the width of a text in px, in the font of the grid. */
export type MeasureText = (text: string, isBold: boolean) => number

/** Padding of a cell and a header, with a pixel for rounding. */
const PADDING = 21
/** The arrow of a sorted column, which needs 28 px, 5 of them from the padding. */
const SORT_ARROW = 24
/** Icon and padding of a chip around its text. */
const CHIP = 40
/** A longer text is cut off, so that one row does not widen the column for all. */
const CONTENT_MAX = 330
/** Content width that a flexible column without text is assumed to have. */
const SHARE = 150
/** Rows that are measured; grids with more rows show them page by page. */
const ROWS_MEASURED = 100

/** Width of a column without any, as in MUI. */
const DEFAULT_WIDTH = 100
/** Share of its smallest width that a flexible column keeps in a narrow grid. */
const NARROW = 0.8

/** Width in px that the header and the content of a column need; 0: unknown. */
export interface ColumnNeed {
  /** Without the sort arrow. */
  header: number
  arrow: number
  content: number
}

/** Measures what each column needs for the rows, but at least what it needed before, so that columns do not jump. */
export function measureColumns(
  columns: readonly Column[],
  rows: readonly GridValidRowModel[],
  measure: MeasureText,
  before: ReadonlyMap<string, ColumnNeed>,
): Map<string, ColumnNeed> {
  const measured = rows.slice(0, ROWS_MEASURED)
  return new Map(
    columns.map((column) => {
      const arrow = column.sortable === false ? 0 : SORT_ARROW
      // A header that renders something else than its name fits the column's own width.
      const header =
        column.renderHeader || 'renderPageHeader' in column
          ? (column.width ?? 0)
          : Math.ceil(measure(column.headerName ?? '', true)) + PADDING
      const around = column.display === 'flex' ? PADDING + CHIP : PADDING
      let content = before.get(column.field)?.content ?? 0
      for (const row of measured) {
        const text = cellText(row, column)
        if (text) content = Math.max(content, Math.ceil(measure(text, Boolean(column.renderCell))) + around)
      }
      return [column.field, { header, arrow, content: Math.min(content, CONTENT_MAX) }]
    }),
  )
}

export interface GridSpace {
  /** Width of the grid, px; undefined: unknown. */
  width: number | undefined
  /** Columns that hide in this order if the grid is too narrow for all. */
  hideOrder: readonly string[]
  /** Columns that the user hid. */
  hidden: ReadonlySet<string>
}

/**
 * Fits the columns into the grid: with room for the sort arrows; else without it and with narrower flexible columns; else
 * also without the columns that give way. Columns that still do not fit are reached by scrolling sideways.
 */
export function fitColumns(
  columns: readonly Column[],
  needs: ReadonlyMap<string, ColumnNeed>,
  { width, hideOrder, hidden }: GridSpace,
): { columns: Column[]; tooMany: string[] } {
  const roomy = withColumnWidths(columns, needs)
  const shown = (all: Column[]) => all.filter(({ field }) => !hidden.has(field))
  if (width === undefined || widthOf(shown(roomy)) <= width) return { columns: roomy, tooMany: [] }
  const narrow = withColumnWidths(columns, needs, true)
  let left = shown(narrow)
  const tooMany: string[] = []
  for (const next of hideOrder) {
    if (widthOf(left) <= width) break
    if (!left.some(({ field }) => field === next)) continue
    left = left.filter(({ field }) => field !== next)
    tooMany.push(next)
  }
  return { columns: narrow, tooMany }
}

const widthOf = (columns: readonly Column[]) =>
  columns.reduce((sum, { flex, minWidth = 50, width = DEFAULT_WIDTH }) => sum + (flex ? minWidth : width), 0)

/**
 * Gives each column room for its header with the sort arrow, and for its content. Flexible columns share the rest: those
 * with a higher `flex` first get what they need, and the one with the longest content gets what is left. Cells that
 * render more than their text keep at least their width.
 */
export function withColumnWidths(
  columns: readonly Column[],
  needs: ReadonlyMap<string, ColumnNeed>,
  isNarrow = false,
): Column[] {
  const contentOf = ({ field }: Column) => needs.get(field)?.content ?? 0
  const [longest] = columns.filter(({ flex }) => flex).toSorted((a, b) => contentOf(b) - contentOf(a))
  return columns.map((column) => {
    const need = needs.get(column.field)
    if (!need) return column
    const header = need.header + (isNarrow ? 0 : need.arrow)
    if (!column.flex) return fixed(column, header, need.content)
    const least = Math.round((column.minWidth ?? 0) * (isNarrow ? NARROW : 1))
    return flexible(column, Math.max(header, least), need.content, column === longest)
  })
}

function flexible(column: Column, minWidth: number, content: number, isLongest: boolean): Column {
  return {
    ...column,
    minWidth,
    flex: (content || SHARE) * (column.flex ?? 1),
    ...(content > 0 && !isLongest && { maxWidth: Math.max(content, minWidth) }),
  }
}

function fixed(column: Column, header: number, content: number): Column {
  const floor = content === 0 || rendersMore(column) ? (column.width ?? 0) : 0
  return { ...column, width: Math.max(header, content, floor) }
}

const rendersMore = (column: Column) => Boolean(column.renderCell) && !column.valueFormatter

/** The text of a cell; undefined: it shows something else. */
function cellText(row: GridValidRowModel, column: Column): string | undefined {
  if (column.display === 'flex' && !column.valueFormatter) return undefined
  const stored: unknown = row[column.field]
  const value: unknown = column.valueGetter
    ? column.valueGetter(stored as never, row, column, undefined as never)
    : stored
  if (column.valueFormatter)
    return String(column.valueFormatter(value as never, row, column, undefined as never) ?? '')
  if (typeof value === 'string') return value
  return column.renderCell ? undefined : String(value ?? '')
}
