import { expect, it } from 'vitest'
import { daysOfPeriod, isRange, readReportView, writeReportView } from './report-view.ts'

it('periods are whole months, also across years and after long months', () => {
  const today = '2026-03-31'
  expect(daysOfPeriod('thisMonth', today)).toEqual({ from: '2026-03-01', to: '2026-03-31' })
  expect(daysOfPeriod('lastMonth', today)).toEqual({ from: '2026-02-01', to: '2026-02-28' })
  expect(daysOfPeriod('lastQuarter', today)).toEqual({ from: '2025-10-01', to: '2025-12-31' })
  expect(daysOfPeriod('thisYear', today)).toEqual({ from: '2026-01-01', to: '2026-12-31' })
  expect(daysOfPeriod('lastYear', today)).toEqual({ from: '2025-01-01', to: '2025-12-31' })
  expect(daysOfPeriod('twelveMonths', today)).toEqual({ from: '2025-04-01', to: '2026-03-31' })
})

it('the URL restores a view, and wrong parameters become the default', () => {
  const search = { by: 'shop', period: 'lastYear', sort: 'name', page: '3', group: '~', rows: '2' }
  expect(writeReportView(readReportView(search, '2026-03-31'))).toEqual({
    ...{ ...search, from: undefined, to: undefined },
  })
  const wrong = readReportView({ by: 'moon', period: 'x', sort: 'y', page: '-1' }, '2026-03-31')
  expect(wrong).toEqual(readReportView({}, '2026-03-31'))
})

it('days that do not exist or are out of order are no range', () => {
  expect(isRange({ from: '2026-02-01', to: '2026-02-28' })).toBe(true)
  expect(isRange({ from: '2026-02-01', to: '2026-02-30' })).toBe(false)
  expect(isRange({ from: '2026-02-02', to: '2026-02-01' })).toBe(false)
})
