/** Without days of its own a tab would show three months: a number and the list behind it must agree (decision 20). */
const ALL_DAYS = { days: 'all' }

/**
 * Links to the services index carry a starting page, a status and a starting date (DSH-019, DSH-020, DSH-021). The address
 * says all of it, for a new tab; the state besides, for what depends on having come by a link (SVC-021).
 */
export const toActiveOrders = (orderFilter?: string) => ({
  to: '/services' as const,
  search: { tab: 'active', ...ALL_DAYS, status: orderFilter ?? 'all' },
  state: { startingPage: 'active' as const, ...(orderFilter && { orderFilter }) },
})

export const toUpcoming = () => ({
  to: '/services' as const,
  search: { tab: 'upcoming', ...ALL_DAYS },
  state: { startingPage: 'upcoming' as const },
})

/** The past tab from the first day of a month to its last. */
export const toMonth = (first: string, last: string) => ({
  to: '/services' as const,
  search: { tab: 'past', from: first, to: last },
  state: { startingPage: 'past' as const, startingDate: first },
})
