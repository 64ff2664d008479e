/**
 * Links to the services index carry a start page, a status and a start date (DSH-019, DSH-020, DSH-021). The URL
 * has all of it, for new tabs; the navigation state also marks arrivals by link (SVC-021).
 */
export const toActiveOrders = (orderFilter?: string) => ({
  to: '/services' as const,
  // Without explicit days the tab shows three months; then a number and the list behind it would differ (decision 20).
  search: { tab: 'active', days: 'all', status: orderFilter ?? 'all' },
  state: { startingPage: 'active' as const, ...(orderFilter && { orderFilter }) },
})

/** Active orders with an appointment today, in all statuses. */
export const toOrdersToday = () => ({
  to: '/services' as const,
  search: { tab: 'active', days: 'today', status: 'all' },
  state: { startingPage: 'active' as const },
})

/** Active orders whose vehicle is late at the shop, longest first. */
export const toLateOrders = () => ({
  to: '/services' as const,
  search: { tab: 'active', stay: 'late' },
  state: { startingPage: 'active' as const },
})

/** Links to the past tab from the first to the last day of a month. */
export const toMonth = (first: string, last: string) => ({
  to: '/services' as const,
  search: { tab: 'past', from: first, to: last },
  state: { startingPage: 'past' as const, startingDate: first },
})
