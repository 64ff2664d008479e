import type { Stay } from '#domain/orders/order-rules.ts'
import { downloadByTicket } from '#src/api/download-by-ticket.ts'
import type { FacetQuery } from '#src/features/vehicles/facets/facets.ts'

export interface OrdersFile {
  startDate: string
  endDate: string
  isActivePage: boolean
  /** Only orders that match this text, or this status. */
  search?: string
  facets?: FacetQuery
  status?: string | undefined
  stay?: Stay | undefined
  /** The list's sort; the server's default if omitted. */
  sort?: string
  /** 'EN' or 'FR' (SVC-019). */
  language: 'EN' | 'FR'
}

/** Downloads the orders of a date range directly from the server. */
export function downloadOrders({
  startDate,
  endDate,
  isActivePage,
  search,
  facets,
  status,
  stay,
  sort,
  language,
}: OrdersFile): Promise<void> {
  return downloadByTicket('/orders.csv', {
    ...(startDate && { startDate }),
    ...(endDate && { endDate }),
    isActivePage: String(isActivePage),
    ...(!isActivePage && { withMaintenanceHistory: 'true' }),
    ...(sort && { sort }),
    ...(search && { search }),
    ...facets,
    ...(status && { state_id: status }),
    ...(stay && { stay }),
    language,
  })
}
