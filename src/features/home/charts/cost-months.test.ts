import { expect, test } from 'vitest'
import { daysOfMonth, lastTwelveMonths } from './cost-months.ts'

test('the last twelve months begin with a first day and end with the present month (DSH-035)', () => {
  expect(lastTwelveMonths('2026-02-28')).toEqual({ start_date: '2025-03-01', end_date: '2026-02-28' })
  expect(lastTwelveMonths('2026-12-31')).toEqual({ start_date: '2026-01-01', end_date: '2026-12-31' })
})

test('a month ends with its own last day', () => {
  expect(daysOfMonth('2028-02')).toEqual({ first: '2028-02-01', last: '2028-02-29' })
})
