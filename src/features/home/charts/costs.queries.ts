import { api, queries } from '#src/api/client.ts'
import { lastTwelveMonths } from './cost-months.ts'

/**
 * Service costs by month (DSH-035). Cached on this device under a constant key, so that last month's chart is available
 * offline this month.
 *
 * @param today the fleet's day
 */
export const costsQuery = (today: string) => ({
  queryKey: [...queries.orders.aggregate.key(), 'cost-by-month'],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    api.orders.aggregate({ ...lastTwelveMonths(today), grouping: 'month' }, { signal }),
  meta: { persist: true },
  retry: false as const,
})
