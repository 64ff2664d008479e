import { keepPreviousData } from '@tanstack/react-query'
import { TRANSACTIONS_PER_PAGE } from '#domain/core/limits.ts'
import { queries } from '#src/api/client.ts'
import { type TransactionsFilter, toRangeInput } from './transactions.queries.ts'

/** One page of the subscription months that begin in a date range (TRX-018). */
export const subscriptionsQuery = (filter: TransactionsFilter | null, page: number) =>
  queries.subscriptions.list.queryOptions({
    input: {
      ...toRangeInput(filter ?? { from: '2000-01-01', to: '2000-01-01', fleetId: null }),
      page,
      per_page: TRANSACTIONS_PER_PAGE,
    },
    enabled: filter !== null,
    placeholderData: keepPreviousData,
    staleTime: 0,
    retry: false,
  })
