import { listSearch } from './list-search.ts'

type Search = Record<string, string | undefined>

/** Texts of the transactions screens. */
export const TRANSACTIONS_TEXTS = ['transactions', 'reports', 'order-payments', 'errors', 'fleet'] as const

const known = listSearch('fleet', 'page', 'spage', 'fits')

/** URL parameters of the transactions screens. A day may be empty while it is typed. */
export const transactionsSearch = ({ from, to, ...rest }: Search) => ({
  ...(from !== undefined && { from }),
  ...(to !== undefined && { to }),
  ...known(rest),
})
