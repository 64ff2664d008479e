import { useNavigate, useSearch } from '@tanstack/react-router'
import {
  rangeOf,
  readTransactionsView,
  type TransactionsView,
  writeTransactionsView,
} from '#src/features/money/transactions/transactions-view.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'

/** The state of a transactions screen, stored in the URL, so that going back restores it. */
export function useTransactionsView() {
  const { dayOf } = useFormat()
  const today = dayOf(Date.now())
  const view = readTransactionsView(useSearch({ strict: false }), today)
  const navigate = useNavigate()
  const change = (part: Partial<TransactionsView>) =>
    void navigate({
      to: '.',
      search: (before) => ({ ...before, ...writeTransactionsView({ ...view, ...part }, today) }),
      replace: true,
      resetScroll: false,
    })
  const range = rangeOf(view)
  return {
    view,
    range,
    /** Null while the dates are invalid. */
    filter: range.fault === null ? { from: range.from, to: range.to, fleetId: view.fleetId } : null,
    change,
    /** Changes the filter and returns to the first pages. */
    narrow: (part: Partial<TransactionsView>) => change({ ...part, page: 1, subscriptionsPage: 1 }),
  }
}
