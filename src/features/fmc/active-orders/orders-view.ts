import { ACTIVE_ORDER_SORTS } from '#contract/fmc/active-orders.ts'
import { FLEET_QUERY_MIN } from '#domain/core/limits.ts'
import { positiveInteger } from '#domain/core/numbers.ts'
import { OPEN_STATUSES, STAYS } from '#domain/orders/order-rules.ts'
import { PAGE_SIZE, readPageSize } from '#src/ui/list/paging.ts'

type Search = Record<string, string | undefined>

export const DUE_FILTERS = ['all', 'due_soon', 'past_due'] as const

/** State of the list of active orders, in the URL. */
export interface OrdersView {
  /** As typed, because the search field shows it. */
  q: string
  /** Null: all fleets. */
  fleetId: number | null
  /** FMC-044. */
  due: (typeof DUE_FILTERS)[number]
  /** Undefined: all. */
  status: (typeof OPEN_STATUSES)[number] | undefined
  /** Only vehicles at the shop, or late there; undefined: all. */
  stay: (typeof STAYS)[number] | undefined
  sort: (typeof ACTIVE_ORDER_SORTS)[number]
  /** From 1. */
  page: number
  /** Rows of a page at a desk. */
  size: number
}

/** Status of manual entries of the maintenance history. */
const MANUAL = 'Manually Entered'

const STANDARD: OrdersView = {
  q: '',
  fleetId: null,
  due: 'all',
  status: undefined,
  stay: undefined,
  sort: 'date',
  page: 1,
  size: PAGE_SIZE,
}

/** Parses the URL; invalid values become defaults. */
export function readOrdersView({ q, fleet, due, status, stay, sort, page, size }: Search): OrdersView {
  return {
    q: (q ?? '').slice(0, 100),
    fleetId: positiveInteger(fleet),
    due: DUE_FILTERS.find((filter) => filter === due) ?? 'all',
    status: OPEN_STATUSES.find((known) => known === status),
    stay: STAYS.find((known) => known === stay),
    sort: ACTIVE_ORDER_SORTS.find((orderSort) => orderSort === sort) ?? 'date',
    page: positiveInteger(page) ?? 1,
    size: readPageSize(size),
  }
}

/** Returns the search parameters; defaults are omitted. */
export function writeOrdersView({ q, fleetId, due, status, stay, sort, page, size }: OrdersView): Search {
  return {
    q: q || undefined,
    fleet: fleetId === null ? undefined : String(fleetId),
    due: due === 'all' ? undefined : due,
    status,
    stay,
    sort: sort === 'date' ? undefined : sort,
    page: page === 1 ? undefined : String(page),
    size: size === PAGE_SIZE ? undefined : String(size),
  }
}

/** Returns whether a search or filter is set. */
export const isNarrowed = (view: OrdersView): boolean =>
  JSON.stringify({ ...view, sort: STANDARD.sort, page: 1, size: PAGE_SIZE }) !== JSON.stringify(STANDARD)

export const resetOrdersView = (): OrdersView => ({ ...STANDARD })

export const isQueryTooShort = ({ q }: OrdersView): boolean =>
  q.trim() !== '' && q.trim().length < FLEET_QUERY_MIN

interface Clicked {
  id: number
  status: string
  maintenance_type: string
  vehicle: { id: number }
}

/**
 * Returns the target of a row: the vehicle for manual maintenance and rows without status, else the approval (FMC-040
 * to FMC-042).
 */
export function pathOfRow(row: Clicked): `/vehicles/${number}` | `/orders/${number}/approvals` {
  return row.status === '' || row.maintenance_type === MANUAL
    ? `/vehicles/${row.vehicle.id}`
    : `/orders/${row.id}/approvals`
}
