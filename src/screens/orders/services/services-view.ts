import { PAGE_SIZES } from '#src/ui/list/paging.ts'

export const SERVICES_TABS = ['upcoming', 'active', 'past'] as const
export type ServicesTab = (typeof SERVICES_TABS)[number]

/** The address of the services screen: `?tab=active&days=all&status=approved&q=van&sort=-cost&page=2`. */
export interface ServicesSearch {
  tab?: string | undefined
  q?: string | undefined
  /** 'YYYY-MM-DD', or what was typed of it. */
  from?: string | undefined
  to?: string | undefined
  /** 'all': a day that is left out is no bound; else the tab fills in the day that it opens with. */
  days?: string | undefined
  due?: string | undefined
  /** Of orders, or 'all'. */
  status?: string | undefined
  sort?: string | undefined
  page?: string | undefined
  size?: string | undefined
}

/** What a tab opens with. */
export interface TabStandard<Sort extends string> {
  from: string
  to: string
  sort: Sort
  /** All that the list can be sorted by. */
  sorts: readonly Sort[]
}

export interface TabView<Sort extends string = string> {
  q: string
  /** As they stand in the fields. */
  from: string
  to: string
  /** Whole days only; the last one is left out where it is before the first. */
  range: { from: string; to: string }
  isReversed: boolean
  due: string
  /** Undefined: what the tab opens with. */
  status: string | undefined
  sort: Sort
  page: number
  size: number
}

/** Reads the address; whatever it cannot use becomes what the tab opens with. */
export function readTabView<Sort extends string>(
  search: ServicesSearch,
  standard: TabStandard<Sort>,
): TabView<Sort> {
  const first = search.days === 'all' ? { from: '', to: '' } : standard
  const [from, to] = [search.from ?? first.from, search.to ?? first.to]
  const days = { from: dayOr(from), to: dayOr(to) }
  const isReversed = days.from !== '' && days.to !== '' && days.to < days.from
  const page = Number(search.page)
  return {
    ...{ q: search.q ?? '', from, to, range: isReversed ? { ...days, to: '' } : days, isReversed },
    ...{ due: search.due ?? 'all', status: search.status },
    sort: standard.sorts.find((known) => known === search.sort) ?? standard.sort,
    page: Number.isSafeInteger(page) && page > 0 ? page : 1,
    size: PAGE_SIZES.find((known) => String(known) === search.size) ?? PAGE_SIZES[0] ?? 50,
  }
}

/** The address after a change. Whatever narrows or sorts the list begins with its first page again. */
export function writeTabView(
  tab: ServicesTab | null,
  view: TabView,
  part: Partial<ServicesSearch>,
): ServicesSearch {
  const { from, to } = { ...view, ...part }
  return {
    ...(tab && { tab }),
    ...part,
    // An address drops what is empty, and the tab would fill in the day that it opens with.
    ...(tab && !(from && to) && { days: 'all', from: from || undefined, to: to || undefined }),
    page: part.page === '1' ? undefined : part.page,
    ...(part.size === String(PAGE_SIZES[0]) && { size: undefined }),
  }
}

/** What another screen says by the state of the navigation. */
interface NavigationState {
  startingPage?: string | undefined
  startingDate?: string | undefined
  orderFilter?: string | undefined
}

/**
 * The address that says the same as the state of the navigation (SVC-002, SVC-003, SVC-004), null where it does already: a
 * new tab has no state. A status that is asked for is one of orders.
 */
export function searchFromState(
  { startingPage, startingDate, orderFilter }: NavigationState,
  search: ServicesSearch,
): Record<string, string | undefined> | null {
  const tab = search.tab ?? startingPage ?? (orderFilter === undefined ? undefined : 'active')
  // A day that was emptied stays empty.
  const firstDay = search.days === 'all' ? undefined : startingDate
  const told = { tab, from: search.from ?? firstDay, status: search.status ?? orderFilter }
  const isSaid = (Object.keys(told) as (keyof typeof told)[]).every((key) => told[key] === search[key])
  return isSaid ? null : { ...search, ...told }
}

const dayOr = (day: string) => (/^\d{4}-\d{2}-\d{2}$/.test(day) ? day : '')
