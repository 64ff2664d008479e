import { useNavigate, useSearch } from '@tanstack/react-router'
import {
  rangeOf,
  readTransactionsView,
  type TransactionsView,
  writeTransactionsView,
} from '#src/features/money/transactions/transactions-view.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'

/**
 * The state of a transactions screen, stored in the URL, so that going back restores it.
 *
 * @param ofFleet the only fleet that is listed, because the server lists all fleets of the company to FMC users who act
 *   for one (TRX-004); null: the URL chooses
 */
export function useTransactionsView(ofFleet: number | null) {
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
    filter:
      range.fault === null ? { from: range.from, to: range.to, fleetId: ofFleet ?? view.fleetId } : null,
    change,
    /** Changes the filter and returns to the first pages. */
    narrow: (part: Partial<TransactionsView>) => change({ ...part, page: 1, subscriptionsPage: 1 }),
  }
}
