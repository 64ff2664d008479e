import { expect, test } from 'vitest'
import { daysOfMonth, lastTwelveMonths } from './cost-months.ts'

test('the last twelve months start on the first of a month and end with the current month (DSH-035)', () => {
  expect(lastTwelveMonths('2026-02-28')).toEqual({ start_date: '2025-03-01', end_date: '2026-02-28' })
  expect(lastTwelveMonths('2026-12-31')).toEqual({ start_date: '2026-01-01', end_date: '2026-12-31' })
})

test('returns the last day of each month', () => {
  expect(daysOfMonth('2028-02')).toEqual({ first: '2028-02-01', last: '2028-02-29' })
})
