import { queries } from '#src/api/client.ts'

// Separate from the other queries, whose dependencies would load with the dashboard's first paint.

/** Open orders of the fleet, soonest first, and how many there are per status, for the dashboard (DSH-015, DSH-017). */
export const fleetOrdersQuery = () =>
  queries.orders.fleetOrders.queryOptions({ input: { page: 1 }, retry: false })
