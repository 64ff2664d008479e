import { addMonths, dayIn } from '#domain/core/days.ts'

type Search = Record<string, string | undefined>

/** What the transactions screens show, as it stands in the address. */
export interface TransactionsView {
  /** Days as typed; 'YYYY-MM-DD' once they are valid. The last one is included. */
  from: string
  to: string
  /** Null: all fleets that the reader may see. */
  fleetId: number | null
  /** Pages from 1. */
  page: number
  subscriptionsPage: number
  fits: boolean
}

/** Days of the range, or which of the two is wrong. */
export type DayRange = { from: string; to: string; fault: null } | { fault: 'from' | 'to' | 'order' }

/** One month back to one month after that, the last day included (TRX-006, TRX-007). */
export function defaultDays(today: string): { from: string; to: string } {
  const from = addMonths(today, -1)
  return { from, to: addMonths(from, 1) }
}

/** Reads the address; whatever it cannot use becomes the default. */
export function readTransactionsView(search: Search, today: string): TransactionsView {
  const standard = defaultDays(today)
  return {
    from: search.from ?? standard.from,
    to: search.to ?? standard.to,
    fleetId: wholeNumber(search.fleet),
    page: wholeNumber(search.page) ?? 1,
    subscriptionsPage: wholeNumber(search.spage) ?? 1,
    fits: search.fits === '1',
  }
}

/** Writes the address; defaults stay out of it. */
export function writeTransactionsView(view: TransactionsView, today: string): Search {
  const standard = defaultDays(today)
  return {
    from: view.from === standard.from ? undefined : view.from,
    to: view.to === standard.to ? undefined : view.to,
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

/** Also refuses days that no calendar has, such as the 31st of February. */
function isDay(text: string): boolean {
  if (!/^(19|20|21)\d{2}-\d{2}-\d{2}$/.test(text)) return false
  const noon = new Date(`${text}T12:00:00Z`)
  return !Number.isNaN(noon.getTime()) && dayIn('UTC', noon) === text
}

function wholeNumber(text: string | undefined): number | null {
  const number = Number(text)
  return text && Number.isSafeInteger(number) && number > 0 ? number : null
}
