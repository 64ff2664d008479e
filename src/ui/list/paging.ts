/** Sorting and pagination of a list, by the server or by this device. */
export interface ListPaging<Sort extends string> {
  sort: Sort
  onSort: (sort: Sort) => void
  /** One-based. */
  page: number
  size: number
  onPage: (page: number, size: number) => void
  /** Number of rows on all pages. */
  total: number
  /** The rows are those of the previous page. */
  isLoading: boolean
}

/** The size of a page by default, at a desk. */
export const PAGE_SIZE = 50

/** The sizes of a page on offer, starting with the default. */
export const PAGE_SIZES = [PAGE_SIZE, 10, 25, 100]

/** Returns the size of a page in a URL, or the default. */
export const readPageSize = (size: string | undefined): number =>
  PAGE_SIZES.find((known) => String(known) === size) ?? PAGE_SIZE

/** Returns one page of rows that are all available. */
export const rowsOfPage = <Row>(
  rows: readonly Row[],
  { page, size }: { page: number; size: number },
): Row[] => rows.slice((page - 1) * size, page * size)

/** Sorts rows like the server's lists: empty values last in both directions, stable for equal rows. */
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
