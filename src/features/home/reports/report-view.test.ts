import { expect, it } from 'vitest'
import { isRange, readReportView, writeReportView } from './report-view.ts'

it('the URL restores a view, and wrong parameters become the default', () => {
  const search = { by: 'shop', period: 'lastYear', sort: 'name', page: '3', group: '~', rows: '2' }
  expect(writeReportView(readReportView(search, '2026-03-31'))).toEqual({
    ...search,
    from: undefined,
    to: undefined,
  })
  const wrong = readReportView({ by: 'moon', period: 'x', sort: 'y', page: '-1' }, '2026-03-31')
  expect(wrong).toEqual(readReportView({}, '2026-03-31'))
})

it('days that do not exist or are out of order are no range', () => {
  expect(isRange({ from: '2026-02-01', to: '2026-02-28' })).toBe(true)
  expect(isRange({ from: '2026-02-01', to: '2026-02-30' })).toBe(false)
  expect(isRange({ from: '2026-02-02', to: '2026-02-01' })).toBe(false)
})
