import { todayHere } from '#domain/core/days.ts'
import { api, queries } from '#src/api/client.ts'
import { lastTwelveMonths } from './cost-months.ts'

/**
 * What services cost, month by month (DSH-035). Kept on this device under one name, so that the chart of last month is
 * there without signal in this one.
 */
export const costsQuery = () => ({
  queryKey: [...queries.orders.aggregate.key(), 'cost-by-month'],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    api.orders.aggregate({ ...lastTwelveMonths(todayHere()), grouping: 'month' }, { signal }),
  meta: { persist: true },
  retry: false as const,
})
