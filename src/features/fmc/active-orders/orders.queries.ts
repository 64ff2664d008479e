import { keepPreviousData } from '@tanstack/react-query'
import { queries } from '#src/api/client.ts'
import { isQueryTooShort, type OrdersView } from './orders-view.ts'

/** One page of the active orders of all fleets, or of one (FMC-037, FMC-046). */
export const activeOrdersQuery = (view: OrdersView) =>
  queries.activeOrders.list.queryOptions({
    input: {
      sort: view.sort,
      page: view.page,
      per_page: view.size,
      ...(view.q.trim() && !isQueryTooShort(view) && { query: view.q.trim() }),
      ...(view.fleetId !== null && { fleet_id: view.fleetId }),
      ...(view.due !== 'all' && { due_status: view.due }),
      ...(view.status && { status: view.status }),
      ...(view.stay && { stay: view.stay }),
    },
    placeholderData: keepPreviousData,
    staleTime: 0,
    retry: false,
  })
