import { downloadByTicket } from '#src/api/download-by-ticket.ts'

export interface OrdersFile {
  startDate: string
  endDate: string
  isActivePage: boolean
  /** Only orders that have these words, or this status. */
  search?: string
  status?: string | undefined
  /** Of the list; its own when left out. */
  sort?: string
  /** 'EN' or 'FR' (SVC-019). */
  language: 'EN' | 'FR'
}

/** Hands the orders of a range to the browser's downloads, straight from the server. */
export function downloadOrders({
  startDate,
  endDate,
  isActivePage,
  search,
  status,
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
    ...(status && { state_id: status }),
    language,
  })
}
