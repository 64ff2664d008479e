import { expect, it } from 'vitest'
import { defaultDays, rangeOf, readTransactionsView, writeTransactionsView } from './transactions-view.ts'

// TRX-006, TRX-007
it('covers by default one month back to one month after that, also at the ends of months', () => {
  expect(defaultDays('2026-11-23')).toEqual({ from: '2026-10-23', to: '2026-11-23' })
  expect(defaultDays('2026-03-31')).toEqual({ from: '2026-02-28', to: '2026-03-28' })
  expect(defaultDays('2026-01-15')).toEqual({ from: '2025-12-15', to: '2026-01-15' })
})

it('writes only non-default values to the URL, and reads them back', () => {
  const today = '2026-11-23'
  const standard = readTransactionsView({}, today)
  expect(Object.values(writeTransactionsView(standard, today)).every((value) => value === undefined)).toBe(
    true,
  )
  expect(writeTransactionsView({ ...standard, to: '2026-11-30' }, today)).toMatchObject({
    from: '2026-10-23',
    to: '2026-11-30',
  })
  const view = { ...standard, from: '2026-01-01', fleetId: 7, page: 3, subscriptionsPage: 2, fits: true }
  expect(readTransactionsView(writeTransactionsView(view, today), today)).toEqual(view)
  expect(readTransactionsView({ fleet: '-1', page: 'x', spage: '1.5' }, today)).toEqual(standard)
})

it('reports which day of the range is invalid', () => {
  expect(rangeOf({ from: '2026-02-30', to: '2026-03-01' })).toEqual({ fault: 'from' })
  expect(rangeOf({ from: '2026-02-01', to: '3/1' })).toEqual({ fault: 'to' })
  expect(rangeOf({ from: '2026-02-02', to: '2026-02-01' })).toEqual({ fault: 'order' })
  expect(rangeOf({ from: '2026-02-02', to: '2026-02-02' })).toMatchObject({ fault: null })
})
