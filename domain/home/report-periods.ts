import { addDays, addMonths } from '../core/days.ts'

/** Days of a report, inclusive. */
export interface ReportRange {
  from: string
  to: string
}

/** How often a user gets a report by email. */
export const REPORT_INTERVALS = ['week', 'month'] as const
export type ReportInterval = (typeof REPORT_INTERVALS)[number]

/** Ranges of days that a report is usually read for. */
export const PERIODS = [
  'thisMonth',
  'lastMonth',
  'lastQuarter',
  'thisYear',
  'lastYear',
  'twelveMonths',
] as const
export type Period = (typeof PERIODS)[number]

/** Returns the first and the last day of a period. Periods end with a month, so that bars compare whole months. */
export function daysOfPeriod(period: Period, today: string): ReportRange {
  const month = firstOfMonth(today)
  const until = (next: string) => addDays(next, -1)
  const year = `${today.slice(0, 4)}-01-01`
  switch (period) {
    case 'thisMonth':
      return { from: month, to: until(addMonths(month, 1)) }
    case 'lastMonth':
      return { from: addMonths(month, -1), to: until(month) }
    case 'lastQuarter': {
      const quarter = addMonths(month, -((Number(today.slice(5, 7)) - 1) % 3))
      return { from: addMonths(quarter, -3), to: until(quarter) }
    }
    case 'thisYear':
      return { from: year, to: until(addMonths(year, 12)) }
    case 'lastYear':
      return { from: addMonths(year, -12), to: until(year) }
    case 'twelveMonths':
      return { from: addMonths(month, -11), to: until(addMonths(month, 1)) }
  }
}

/** Returns the last week (Monday to Sunday) or month that ended before a day. */
export function lastCompletePeriod(interval: ReportInterval, today: string): ReportRange {
  if (interval === 'month') return daysOfPeriod('lastMonth', today)
  const monday = mondayOf(today)
  return { from: addDays(monday, -7), to: addDays(monday, -1) }
}

/** Returns the first day after `today` on which a week or month begins: the period before it is complete then. */
export function nextPeriodStart(interval: ReportInterval, today: string): string {
  return interval === 'month' ? addMonths(firstOfMonth(today), 1) : addDays(mondayOf(today), 7)
}

const firstOfMonth = (day: string) => `${day.slice(0, 7)}-01`

/** Returns the Monday on or before a day. */
function mondayOf(day: string): string {
  const sinceMonday = (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7
  return addDays(day, -sinceMonday)
}
