import { viewSearch } from './view-search.ts'

type Search = Record<string, string | undefined>

/** Texts of the transactions screens. */
export const TRANSACTIONS_TEXTS = ['transactions', 'reports', 'order-payments', 'errors', 'fleet'] as const

/** URL parameters of the transactions screens. */
export const transactionsSearch = ({ from, to, fleet, page, spage, fits, ...rest }: Search) => ({
  ...(from !== undefined && { from }),
  ...(to !== undefined && { to }),
  ...(fleet && { fleet }),
  ...(page && { page }),
  ...(spage && { spage }),
  ...(fits && { fits }),
  ...viewSearch(rest),
})
