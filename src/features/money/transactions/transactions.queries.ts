import { keepPreviousData } from '@tanstack/react-query'
import { TRANSACTIONS_PER_PAGE } from '#domain/core/limits.ts'
import { queries } from '#src/api/client.ts'

/** Filter of the transaction lists. Days as 'YYYY-MM-DD', inclusive. */
export interface TransactionsFilter {
  from: string
  to: string
  fleetId: number | null
}

export const toRangeInput = ({ from, to, fleetId }: TransactionsFilter) => ({
  start_date: from,
  end_date: to,
  ...(fleetId !== null && { fleet_id: fleetId }),
})

/** Options of one page of a list; without a filter, it is not loaded. */
export const pageOptions = (filter: TransactionsFilter | null, page: number) => ({
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

/** One page of transactions with the totals of all pages (TRX-014). */
export const transactionsQuery = (filter: TransactionsFilter | null, page: number) =>
  queries.transactions.list.queryOptions(pageOptions(filter, page))

/** One transaction with its details (TRX-011). */
export const transactionQuery = (id: number) =>
  queries.transactions.show.queryOptions({ input: { id }, retry: false })
