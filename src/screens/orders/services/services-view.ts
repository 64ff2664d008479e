import { positiveInteger } from '#domain/core/numbers.ts'
import { PAST_STATUSES, STAYS, type Stay } from '#domain/orders/order-rules.ts'
import type { DayFilter } from '#src/features/orders/orders/order-rows.ts'
import { type FacetValues, readFacets } from '#src/features/vehicles/facets/facets.ts'
import { PAGE_SIZE, readPageSize } from '#src/ui/list/paging.ts'

export const SERVICES_TABS = ['upcoming', 'active', 'past'] as const
export type ServicesTab = (typeof SERVICES_TABS)[number]

/** URL parameters of the services screen: `?tab=active&days=all&status=approved&q=van&sort=-cost&page=2`. */
export interface ServicesSearch {
  tab?: string | undefined
  q?: string | undefined
  /** 'YYYY-MM-DD', or partly typed. */
  from?: string | undefined
  to?: string | undefined
  /** 'all': a missing day is no bound. 'today': orders of today. Otherwise a missing day means the tab's default. */
  days?: string | undefined
  due?: string | undefined
  department?: string | undefined
  driver?: string | undefined
  class?: string | undefined
  /** Order status, or 'all'. */
  status?: string | undefined
  /** Only vehicles at a shop, or late there; then the days begin open. */
  stay?: string | undefined
  sort?: string | undefined
  page?: string | undefined
  size?: string | undefined
}

/** The defaults of a tab. */
export interface TabStandard<Sort extends string> {
  from: string
  to: string
  sort: Sort
  /** Supported sort orders. */
  sorts: readonly Sort[]
  /** Only in a tab that can be narrowed to today. */
  today?: string
}

export interface TabView<Sort extends string = string> {
  q: string
  /** As shown in the fields. */
  from: string
  to: string
  /** Complete days only; without a last day that is before the first. */
  range: DayFilter
  /** Only appointments of today, whichever day that is. */
  isToday: boolean
  isReversed: boolean
  due: string
  facets: FacetValues
  /** Undefined: the tab's default. */
  status: string | undefined
  stay: Stay | undefined
  sort: Sort
  page: number
  size: number
}

const OPEN = { from: '', to: '' }

/** Parses URL parameters. Invalid values become the tab's defaults. */
export function readTabView<Sort extends string>(
  search: ServicesSearch,
  standard: TabStandard<Sort>,
): TabView<Sort> {
  const stay = STAYS.find((known) => known === search.stay)
  const { today } = standard
  const isToday =
    search.days === 'today' && today !== undefined && search.from === undefined && search.to === undefined
  const first = isToday ? { from: today, to: today } : search.days === 'all' || stay ? OPEN : standard
  const [from, to] = [search.from ?? first.from, search.to ?? first.to]
  const days = { from: dayOr(from), to: dayOr(to) }
  const isReversed = days.from !== '' && days.to !== '' && days.to < days.from
  return {
    q: search.q ?? '',
    from,
    to,
    range: { ...days, ...(isReversed && { to: '' }), ...(isToday && { isExact: true }) },
    isToday,
    isReversed,
    due: search.due ?? 'all',
    facets: readFacets(search),
    status: search.status,
    stay,
    sort: standard.sorts.find((known) => known === search.sort) ?? standard.sort,
    page: positiveInteger(search.page) ?? 1,
    size: readPageSize(search.size),
  }
}

/** Returns the status that the past tab is narrowed to; undefined: all. Another tab's status means nothing to it. */
export const pastStatusOf = (status: string | undefined) => PAST_STATUSES.find((known) => known === status)

/** Builds the URL parameters after a change. Filters and sorting return to the first page. */
export function writeTabView(
  tab: ServicesTab | null,
  view: TabView,
  part: Partial<ServicesSearch>,
): ServicesSearch {
  const { from, to } = { ...view, ...part }
  const changesDays = part.from !== undefined || part.to !== undefined
  return {
    ...(tab && { tab }),
    ...part,
    // The default of the other day changes with the calendar, which would move or invert the range of a saved view.
    ...(changesDays && from && to && { from, to, days: undefined }),
    // URLs omit empty values, which would mean the tab's default days.
    ...(tab &&
      !(from && to) &&
      part.days !== 'today' && { days: 'all', from: from || undefined, to: to || undefined }),
    page: part.page === '1' ? undefined : part.page,
    ...(part.size === String(PAGE_SIZE) && { size: undefined }),
  }
}

/** Values that another screen passes as navigation state. */
interface NavigationState {
  startingPage?: string | undefined
  startingDate?: string | undefined
  orderFilter?: string | undefined
}

/**
 * Converts navigation state to URL parameters (SVC-002, SVC-003, SVC-004), because a new tab has no state. Null if the
 * URL already matches. A status always refers to orders.
 */
export function searchFromState(
  { startingPage, startingDate, orderFilter }: NavigationState,
  search: ServicesSearch,
): Record<string, string | undefined> | null {
  const tab = search.tab ?? startingPage ?? (orderFilter === undefined ? undefined : 'active')
  // A cleared day stays empty.
  const firstDay = search.days === 'all' ? undefined : startingDate
  const requested = { tab, from: search.from ?? firstDay, status: search.status ?? orderFilter }
  const isCurrent = (Object.keys(requested) as (keyof typeof requested)[]).every(
    (key) => requested[key] === search[key],
  )
  return isCurrent ? null : { ...search, ...requested }
}

const dayOr = (day: string) => (/^\d{4}-\d{2}-\d{2}$/.test(day) ? day : '')
