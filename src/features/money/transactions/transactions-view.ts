import { addMonths, dayIn } from '#domain/core/days.ts'
import { positiveInteger } from '#domain/core/numbers.ts'

type Search = Record<string, string | undefined>

/** The state of the transactions screens, as stored in the URL. */
export interface TransactionsView {
  /** Days as typed; 'YYYY-MM-DD' once valid. Inclusive. */
  from: string
  to: string
  /** Null: all fleets that the user may see. */
  fleetId: number | null
  /** One-based pages. */
  page: number
  subscriptionsPage: number
  fits: boolean
}

/** A valid range, or which of its days is invalid. */
export type DayRange = { from: string; to: string; fault: null } | { fault: 'from' | 'to' | 'order' }

/** Returns the default range: one month back to one month after that, inclusive (TRX-006, TRX-007). */
export function defaultDays(today: string): { from: string; to: string } {
  const from = addMonths(today, -1)
  return { from, to: addMonths(from, 1) }
}

/** Parses URL parameters. Invalid values become the default. */
export function readTransactionsView(search: Search, today: string): TransactionsView {
  const standard = defaultDays(today)
  return {
    from: search.from ?? standard.from,
    to: search.to ?? standard.to,
    fleetId: positiveInteger(search.fleet),
    page: positiveInteger(search.page) ?? 1,
    subscriptionsPage: positiveInteger(search.spage) ?? 1,
    fits: search.fits === '1',
  }
}

/**
 * Builds URL parameters without default values. A range is stored with both days: the default of one would move with
 * the calendar, and with it the range of a saved view.
 */
export function writeTransactionsView(view: TransactionsView, today: string): Search {
  const standard = defaultDays(today)
  const isStandard = view.from === standard.from && view.to === standard.to
  return {
    from: isStandard ? undefined : view.from,
    to: isStandard ? undefined : view.to,
    fleet: view.fleetId === null ? undefined : String(view.fleetId),
    page: view.page === 1 ? undefined : String(view.page),
    spage: view.subscriptionsPage === 1 ? undefined : String(view.subscriptionsPage),
    fits: view.fits ? '1' : undefined,
  }
}

export function rangeOf({ from, to }: Pick<TransactionsView, 'from' | 'to'>): DayRange {
  if (!isDay(from)) return { fault: 'from' }
  if (!isDay(to)) return { fault: 'to' }
  return to < from ? { fault: 'order' } : { from, to, fault: null }
}

/** Also rejects dates that do not exist, such as February 31. */
function isDay(text: string): boolean {
  if (!/^(19|20|21)\d{2}-\d{2}-\d{2}$/.test(text)) return false
  const noon = new Date(`${text}T12:00:00Z`)
  return !Number.isNaN(noon.getTime()) && dayIn('UTC', noon) === text
}
