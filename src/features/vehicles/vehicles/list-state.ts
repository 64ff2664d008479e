import { positiveInteger } from '#domain/core/numbers.ts'
import { readPageSize } from '#src/ui/list/paging.ts'
import { VEHICLE_FILTERS, VEHICLE_ORDERS, type VehicleFilter, type VehicleOrder } from './vehicle-rows.ts'

/** The list's state in the URL: '/vehicles?q=ford&show=past_due&sort=odometer'. */
export interface ListState {
  q: string
  show: VehicleFilter
  sort: VehicleOrder
  /** The grid's own state: sort order, column filters as JSON, zero-based page, rows per page. */
  order: string
  columns: string
  page: number
  size: number
  /** Fits all columns into the available width (VEH-007). */
  fits: boolean
  /** Chosen department, driver and class; '' for all. */
  department: string
  driver: string
  class: string
  /** The saved view, and the columns and density that it stores. */
  view: string
  hide: string
  density: string
}

type Search = Record<string, string | undefined>

/** Parses URL parameters. Invalid values become the default. */
export function readListState(search: Search): ListState {
  return {
    q: search.q ?? '',
    show: oneOf(VEHICLE_FILTERS, search.show, 'all'),
    sort: oneOf(VEHICLE_ORDERS, search.sort, 'name'),
    order: search.order ?? '',
    columns: search.columns ?? '',
    page: positiveInteger(search.page) ?? 0,
    // VEH-016
    size: readPageSize(search.size),
    fits: search.fits === 'true',
    department: search.department ?? '',
    driver: search.driver ?? '',
    class: search.class ?? '',
    view: search.view ?? '',
    hide: search.hide ?? '',
    density: search.density ?? '',
  }
}

/** Builds URL parameters without default values. */
export function writeListState(state: ListState): Search {
  const standard = readListState({})
  return Object.fromEntries(
    Object.entries(state).flatMap(([key, value]) =>
      value === standard[key as keyof ListState] ? [] : [[key, String(value)]],
    ),
  )
}

let last: Search = {}

/** Remembers the list's state for links back to it. */
export function rememberListState(state: ListState): void {
  last = writeListState(state)
}

/** Returns the list's last URL parameters, until the app restarts. */
export const lastListState = (): Search => last

/** Parses a column and its direction: '-odometer' is descending. */
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

/** Parses the column filter; an invalid URL filters nothing. The grid supports one filter at a time. */
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
