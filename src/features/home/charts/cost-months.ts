import { addDays, addMonths } from '#domain/core/days.ts'

/** Number of bars in the chart (DSH-005). */
export const MONTHS_SHOWN = 12

/** Returns the first and last day of a month, 'YYYY-MM'. */
export function daysOfMonth(month: string): { first: string; last: string } {
  const first = `${month}-01`
  return { first, last: addDays(addMonths(first, 1), -1) }
}

/** Returns the last twelve months including the current one, for the dashboard's cost query (DSH-035). */
export function lastTwelveMonths(today: string): { start_date: string; end_date: string } {
  const { first, last } = daysOfMonth(today.slice(0, 7))
  return { start_date: addMonths(first, 1 - MONTHS_SHOWN), end_date: last }
}
