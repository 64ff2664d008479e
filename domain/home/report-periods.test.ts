import { expect, it } from 'vitest'
import { addDays } from '../core/days.ts'
import { daysOfPeriod, lastCompletePeriod, nextPeriodStart } from './report-periods.ts'

it('periods are whole months, also across years and after long months', () => {
  const today = '2026-03-31'
  expect(daysOfPeriod('thisMonth', today)).toEqual({ from: '2026-03-01', to: '2026-03-31' })
  expect(daysOfPeriod('lastMonth', today)).toEqual({ from: '2026-02-01', to: '2026-02-28' })
  expect(daysOfPeriod('lastQuarter', today)).toEqual({ from: '2025-10-01', to: '2025-12-31' })
  expect(daysOfPeriod('thisYear', today)).toEqual({ from: '2026-01-01', to: '2026-12-31' })
  expect(daysOfPeriod('lastYear', today)).toEqual({ from: '2025-01-01', to: '2025-12-31' })
  expect(daysOfPeriod('twelveMonths', today)).toEqual({ from: '2025-04-01', to: '2026-03-31' })
})

it('the last complete week ends on the Sunday before a day, also across years', () => {
  const week = { from: '2025-12-22', to: '2025-12-28' }
  // Monday to Sunday.
  for (const today of ['2025-12-29', '2025-12-31', '2026-01-01', '2026-01-04'])
    expect([today, lastCompletePeriod('week', today)]).toEqual([today, week])
  expect(lastCompletePeriod('week', '2026-01-05')).toEqual({ from: '2025-12-29', to: '2026-01-04' })
})

it('the last complete month ends before the month of a day, also in February of a leap year', () => {
  expect(lastCompletePeriod('month', '2026-03-01')).toEqual({ from: '2026-02-01', to: '2026-02-28' })
  expect(lastCompletePeriod('month', '2028-03-31')).toEqual({ from: '2028-02-01', to: '2028-02-29' })
  expect(lastCompletePeriod('month', '2026-01-15')).toEqual({ from: '2025-12-01', to: '2025-12-31' })
})

it('on every day of three years, periods follow each other without gap or overlap', () => {
  for (const interval of ['week', 'month'] as const)
    for (let today = '2027-01-01'; today < '2030-01-01'; today = addDays(today, 1)) {
      const next = nextPeriodStart(interval, today)
      const { from, to } = lastCompletePeriod(interval, today)
      expect(from < to && to < today && today < next).toBe(true)
      // What is complete on the next start begins where this period ends.
      expect(lastCompletePeriod(interval, next)).toEqual({ from: addDays(to, 1), to: addDays(next, -1) })
    }
})
