import { GRID_PAGE } from '#domain/core/limits.ts'
import { VEHICLE_FILTERS, VEHICLE_ORDERS, type VehicleFilter, type VehicleOrder } from './vehicle-rows.ts'

/** Rows on a page of the grid, as many as somebody likes of these (VEH-016). */
export const PAGE_SIZES = [GRID_PAGE, 25, 50]

/** What the list's address keeps: '/vehicles?q=ford&show=past_due&sort=odometer'. */
export interface ListState {
  q: string
  show: VehicleFilter
  sort: VehicleOrder
  /** The grid's own: sort order, filters of columns as JSON, page from 0, rows per page. */
  order: string
  columns: string
  page: number
  size: number
  /** All columns in the width that there is (VEH-007). */
  fits: boolean
}

type Search = Record<string, string | undefined>

/** Reads the address; whatever it cannot use becomes the default. */
export function readListState(search: Search): ListState {
  return {
    q: search.q ?? '',
    show: oneOf(VEHICLE_FILTERS, search.show, 'all'),
    sort: oneOf(VEHICLE_ORDERS, search.sort, 'name'),
    order: search.order ?? '',
    columns: search.columns ?? '',
    page: wholeNumber(search.page, 0),
    size: PAGE_SIZES.find((size) => String(size) === search.size) ?? GRID_PAGE,
    fits: search.fits === 'true',
  }
}

/** Writes the address; defaults stay out of it. */
export function writeListState(state: ListState): Search {
  const standard = readListState({})
  return Object.fromEntries(
    Object.entries(state).flatMap(([key, value]) =>
      value === standard[key as keyof ListState] ? [] : [[key, String(value)]],
    ),
  )
}

let last: Search = {}

/** Notes how the list stands, for whoever comes back to it by a link. */
export function noteListState(state: ListState): void {
  last = writeListState(state)
}

/** The address of the list as it was last seen, until the app is opened anew. */
export const lastListState = (): Search => last

/** A column and its direction: '-odometer' is descending. */
export function readOrder(order: string): { field: string; sort: 'asc' | 'desc' }[] {
  if (!order) return []
  return [{ field: order.replace(/^-/, ''), sort: order.startsWith('-') ? 'desc' : 'asc' }]
}

export function writeOrder(
  model: readonly { field: string; sort?: 'asc' | 'desc' | null | undefined }[],
): string {
  const [first] = model
  if (!first?.sort) return ''
  return first.sort === 'desc' ? `-${first.field}` : first.field
}

/** The filter of a column; a broken address filters nothing. The grid takes one at a time. */
export function readColumns(columns: string): { items: ColumnFilter[] } {
  try {
    const [item]: unknown[] = JSON.parse(columns || '[]')
    return { items: isColumnFilter(item) ? [item] : [] }
  } catch {
    return { items: [] }
  }
}

interface ColumnFilter {
  field: string
  operator: string
}

function isColumnFilter(item: unknown): item is ColumnFilter {
  const { field, operator } = Object(item)
  return typeof field === 'string' && typeof operator === 'string'
}

function oneOf<T extends string>(all: readonly T[], value: string | undefined, otherwise: T): T {
  return all.find((known) => known === value) ?? otherwise
}

function wholeNumber(text: string | undefined, otherwise: number): number {
  const value = Number(text)
  return text && Number.isSafeInteger(value) && value >= 0 ? value : otherwise
}
