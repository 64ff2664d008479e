import { queries } from '#src/api/client.ts'

// Apart from the other calls: what those stand on would come with the first paint of the dashboard.

/** Open orders of the fleet, soonest first, with how many there are of each status: the dashboard (DSH-015, DSH-017). */
export const fleetOrdersQuery = () =>
  queries.orders.fleetOrders.queryOptions({ input: { page: 1 }, retry: false })

/** The same, to have it asked for again. */
export const fleetOrdersKey = () => queries.orders.fleetOrders.key()
