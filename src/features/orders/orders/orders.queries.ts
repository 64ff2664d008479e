import { keepPreviousData } from '@tanstack/react-query'
import type { OrderSort } from '#contract/orders/orders.ts'
import { ORDER_SEARCH_MAX, ORDERS_PER_PAGE_MAX } from '#domain/core/limits.ts'
import type { OrderStatus, Stay } from '#domain/orders/order-rules.ts'
import { queries } from '#src/api/client.ts'
import type { FacetQuery } from '#src/features/vehicles/facets/facets.ts'
import { activeDays, type DayFilter } from './order-rows.ts'

/** Filter, sort and page of an order list. */
export interface OrdersListView {
  /** 'YYYY-MM-DD'; empty: unbounded. */
  from: string
  to: string
  search: string
  /** Only orders of these vehicles. */
  facets: FacetQuery
  sort: OrderSort
  /** One-based. */
  page: number
  size: number
}
export interface ActiveView extends OrdersListView, DayFilter {
  status: OrderStatus | undefined
  stay?: Stay | undefined
}
export interface PastView extends OrdersListView {
  /** Undefined: all, and the manual entries. */
  status: OrderStatus | undefined
}

/** Returns the search as the server takes it; empty: none. */
export const orderSearch = (text: string): string => text.trim().slice(0, ORDER_SEARCH_MAX)

const pageOf = ({ search, facets, sort, page, size }: OrdersListView) => ({
  ...facets,
  ...(orderSearch(search) && { search: orderSearch(search) }),
  sort,
  page,
  per_page: size,
})

/** Returns the view with pages as long as the server sends them. */
export const largestPage = <View extends OrdersListView>(view: View, page: number): View => ({
  ...view,
  page,
  size: ORDERS_PER_PAGE_MAX,
})

/** Identifies the filter of a view, whatever its page and order. */
export const filterKey = ({ sort, page, size, ...filter }: OrdersListView) => JSON.stringify(filter)

/** A page of open orders (SVC-012, SVC-030, SVC-031). */
export const activeOrdersInput = (view: ActiveView) => {
  const { from, to } = activeDays(view)
  return {
    captureActive: true,
    withMaintenanceHistory: false,
    ...(view.status && { state_id: view.status }),
    ...(view.stay && { stay: view.stay }),
    ...(from && { startDate: from }),
    ...(to && { endDate: to }),
    ...pageOf(view),
  }
}
export const activeOrdersQuery = (view: ActiveView) =>
  queries.orders.index.queryOptions({
    input: activeOrdersInput(view),
    placeholderData: keepPreviousData,
    retry: false,
  })

/** A page of past orders, and without a status of manual entries, for the past tab (SVC-031, SVC-113). */
export const pastOrdersInput = (view: PastView) => ({
  captureActive: false,
  withMaintenanceHistory: true,
  ...(view.status && { state_id: view.status }),
  ...(view.from && { startDate: view.from }),
  ...(view.to && { endDate: view.to }),
  ...pageOf(view),
})
export const pastOrdersQuery = (view: PastView) =>
  queries.orders.index.queryOptions({
    input: pastOrdersInput(view),
    placeholderData: keepPreviousData,
    retry: false,
  })

/** One order, always from the server: its allowed actions change by the minute. */
export const orderQuery = (id: number) =>
  queries.orders.show.queryOptions({ input: { id }, staleTime: 0, retry: false })

export const orderActivityQuery = (id: number) =>
  queries.orders.activity.queryOptions({ input: { shop_order_id: id }, staleTime: 0, retry: false })
