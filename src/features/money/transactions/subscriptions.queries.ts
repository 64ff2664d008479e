import { queries } from '#src/api/client.ts'
import { pageOptions, type TransactionsFilter } from './transactions.queries.ts'

/** One page of the subscription months that begin in a date range (TRX-018). */
export const subscriptionsQuery = (filter: TransactionsFilter | null, page: number) =>
  queries.subscriptions.list.queryOptions(pageOptions(filter, page))
