import { keepPreviousData } from '@tanstack/react-query'
import type { OrderSort } from '#contract/orders/orders.ts'
import { addDays } from '#domain/core/days.ts'
import { ORDER_SEARCH_MAX } from '#domain/core/limits.ts'
import type { OrderStatus } from '#domain/orders/order-rules.ts'
import { queries } from '#src/api/client.ts'

/** What a list of orders shows. */
export interface OrdersListView {
  /** 'YYYY-MM-DD', empty: no bound. */
  from: string
  to: string
  search: string
  sort: OrderSort
  /** From 1. */
  page: number
  size: number
}
export interface ActiveView extends OrdersListView {
  status: OrderStatus | undefined
}

const pageOf = ({ search, sort, page, size }: OrdersListView) => ({
  ...(search.trim() && { search: search.trim().slice(0, ORDER_SEARCH_MAX) }),
  ...{ sort, page, per_page: size },
})

/** A page of the open orders; the days are widened by one around the appointments (SVC-012, SVC-030, SVC-031). */
export const activeOrdersQuery = (view: ActiveView) =>
  queries.orders.index.queryOptions({
    input: {
      captureActive: true,
      withMaintenanceHistory: false,
      ...(view.status && { state_id: view.status }),
      ...(view.from && { startDate: addDays(view.from, -1) }),
      ...(view.to && { endDate: addDays(view.to, 1) }),
      ...pageOf(view),
    },
    placeholderData: keepPreviousData,
    retry: false,
  })

/** A page of past orders with the manual entries among them: the past tab (SVC-031). */
export const pastOrdersQuery = (view: OrdersListView) =>
  queries.orders.index.queryOptions({
    input: {
      captureActive: false,
      withMaintenanceHistory: true,
      ...(view.from && { startDate: view.from }),
      ...(view.to && { endDate: view.to }),
      ...pageOf(view),
    },
    placeholderData: keepPreviousData,
    retry: false,
  })

/** One order straight from the server: what may be done with it changes by the minute. */
export const orderQuery = (id: number) =>
  queries.orders.show.queryOptions({ input: { id }, staleTime: 0, retry: false })

export const orderActivityQuery = (id: number) =>
  queries.orders.activity.queryOptions({ input: { shop_order_id: id }, staleTime: 0, retry: false })

/** Everything above: stale once an own change has reached the server. */
export const ordersKey = () => queries.orders.key()
