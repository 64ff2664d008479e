import { keepPreviousData } from '@tanstack/react-query'
import { addDays } from '#contract/core/days.ts'
import { ORDERS_PER_PAGE, ORDERS_PER_PAGE_MAX } from '#contract/core/limits.ts'
import type { OrderStatus } from '#contract/orders/order-rules.ts'
import { queries } from '#src/api/client.ts'

export interface ActiveFilter {
  /** 'YYYY-MM-DD', empty: no bound. */
  from: string
  to: string
  search: string
  status: OrderStatus | undefined
}

/** Open orders, page by page; the days are widened by one around the appointments (SVC-012, SVC-030, SVC-031). */
export const activeOrdersQuery = ({ from, to, search, status }: ActiveFilter) =>
  queries.orders.index.infiniteOptions({
    input: (page: number) => ({
      captureActive: true,
      withMaintenanceHistory: false,
      ...(status && { state_id: status }),
      ...(from && { startDate: addDays(from, -1) }),
      ...(to && { endDate: addDays(to, 1) }),
      ...(search.trim() && { search: search.trim() }),
      page,
      per_page: ORDERS_PER_PAGE,
    }),
    initialPageParam: 1,
    getNextPageParam: ({ page, total_pages }) => (page < total_pages ? page + 1 : undefined),
    placeholderData: keepPreviousData,
    retry: false,
  })

/** Past orders of a range of days with manual entries beside them, page by page side by side: the past tab (SVC-031). */
export const pastOrdersQuery = (from: string, to: string) =>
  queries.orders.index.infiniteOptions({
    input: (page: number) => ({
      captureActive: false,
      withMaintenanceHistory: true,
      ...(from && { startDate: from }),
      ...(to && { endDate: to }),
      page,
      per_page: ORDERS_PER_PAGE_MAX,
    }),
    initialPageParam: 1,
    getNextPageParam: ({ page, total_pages }) => (page < total_pages ? page + 1 : undefined),
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
