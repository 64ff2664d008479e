import { useNavigate, useSearch } from '@tanstack/react-router'

interface Filters {
  q: string
  from: string
  to: string
  due: string
  /** Status of orders, or 'all'. */
  status: string
}

/** Filters of a tab: in the address, so that going back finds them. What is not a whole day yet stays out of the range. */
export function useTabFilters(standard: Pick<Filters, 'from' | 'to'>) {
  const search = useSearch({ strict: false })
  // Who comes for a number sees all that it counts, not only the days that the tab opens with.
  const first = search.days === 'all' ? { from: '', to: '' } : standard
  const navigate = useNavigate()
  const typed = {
    q: search.q ?? '',
    from: search.from ?? first.from,
    to: search.to ?? first.to,
    due: search.due ?? 'all',
  }
  const change = (part: Partial<Filters>) =>
    void navigate({
      to: '/services',
      search: (before) => ({ ...before, ...part, ...openEnds({ ...typed, ...part }) }),
      state: (before) => before,
      replace: true,
      resetScroll: false,
    })
  const dayOr = (day: string) => (/^\d{4}-\d{2}-\d{2}$/.test(day) ? day : '')
  const [from, to] = [dayOr(typed.from), dayOr(typed.to)]
  const isReversed = from !== '' && to !== '' && to < from
  // Refused at the field; until it is mended the list has no last day.
  return { typed, range: { from, to: isReversed ? '' : to }, isReversed, change }
}

/** A day that was emptied: the address drops what is empty, and the tab would fill in the day that it opens with. */
const openEnds = ({ from, to }: Pick<Filters, 'from' | 'to'>) =>
  from === '' || to === '' ? { days: 'all' as const, from: from || undefined, to: to || undefined } : {}
