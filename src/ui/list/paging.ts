/** A list that is sorted and paged by whoever has all of it: the server, or this device. */
export interface ListPaging<Sort extends string> {
  sort: Sort
  onSort: (sort: Sort) => void
  /** From 1. */
  page: number
  size: number
  onPage: (page: number, size: number) => void
  /** Rows of all pages. */
  total: number
  /** The rows are those of the page before. */
  isLoading: boolean
}

/** Rows of a page; 50 where nothing else is prescribed. */
export const PAGE_SIZES = [50, 25, 100]

/** Of rows that are all here: those of one page. */
export const rowsOfPage = <Row>(
  rows: readonly Row[],
  { page, size }: { page: number; size: number },
): Row[] => rows.slice((page - 1) * size, page * size)

/** In the order of a column as the server's lists have it: empty values last either way, rows that are equal as they came. */
export function sortedBy<Row>(
  rows: readonly Row[],
  keyOf: (row: Row) => string | number | null,
  isDescending: boolean,
): Row[] {
  const sign = isDescending ? -1 : 1
  return rows
    .map((row) => ({ row, key: emptyAsNull(keyOf(row)) }))
    .toSorted((a, b) => {
      if (a.key === null || b.key === null) return Number(a.key === null) - Number(b.key === null)
      if (typeof a.key === 'number' && typeof b.key === 'number') return sign * (a.key - b.key)
      return sign * String(a.key).localeCompare(String(b.key))
    })
    .map(({ row }) => row)
}

const emptyAsNull = (key: string | number | null) => (key === '' ? null : key)
