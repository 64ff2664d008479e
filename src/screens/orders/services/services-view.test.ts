import { expect, test } from 'vitest'
import { ORDER_SORTS } from '#contract/orders/orders.ts'
import { activeDays } from '#src/features/orders/orders/order-rows.ts'
import { readTabView, searchFromState, writeTabView } from './services-view.ts'

const standard = { from: '2026-11-23', to: '2027-02-23', sort: 'date', sorts: ORDER_SORTS } as const
const read = (search: Record<string, string>) => readTabView(search, standard)

test('a tab opens with its default days, order and first page, unless the URL overrides them (SVC-007, SVC-011)', () => {
  expect(read({})).toMatchObject({
    range: { from: '2026-11-23', to: '2027-02-23' },
    sort: 'date',
    page: 1,
    size: 50,
  })
  // A reversed range is an error at the field; until it is fixed, the list has no last day.
  expect(read({ from: '2026-12-01', to: '2026-11-01' })).toMatchObject({
    range: { from: '2026-12-01', to: '' },
    isReversed: true,
  })
  expect(read({ days: 'all' }).range).toEqual({ from: '', to: '' })
  expect(read({ from: '2026-01-01', sort: '-cost', page: '3', size: '25', q: 'van' })).toMatchObject({
    range: { from: '2026-01-01', to: '2027-02-23' },
    sort: '-cost',
    page: 3,
    size: 25,
    q: 'van',
  })
  // Invalid values are ignored; a partly typed day is no bound yet.
  expect(read({ sort: 'drop', page: '-2', size: '7', from: '2026-1' })).toMatchObject({
    sort: 'date',
    page: 1,
    size: 50,
    from: '2026-1',
    range: { from: '', to: '2027-02-23' },
  })
})

test('the orders of today are exactly those that the dashboard counts, on any later day too (DSH-045)', () => {
  const ofDay = (today: string) => readTabView({ days: 'today' }, { ...standard, today })
  expect(ofDay('2026-11-23').range).toEqual({ from: '2026-11-23', to: '2026-11-23', isExact: true })
  expect(ofDay('2026-11-24').range).toEqual({ from: '2026-11-24', to: '2026-11-24', isExact: true })
  expect(activeDays(ofDay('2026-11-23').range)).toEqual({ from: '2026-11-23', to: '2026-11-23' })
  // Another filter keeps it, a typed day replaces it, and a tab without it ignores it.
  const view = ofDay('2026-11-23')
  expect(writeTabView('active', view, { status: 'approved' })).toEqual({ tab: 'active', status: 'approved' })
  expect(writeTabView('active', view, { to: '2026-11-25' })).toMatchObject({
    days: undefined,
    from: '2026-11-23',
    to: '2026-11-25',
  })
  expect(writeTabView('active', read({}), { days: 'today' })).toMatchObject({ days: 'today' })
  expect(read({ days: 'today' }).isToday).toBe(false)
})

test('a change sets the tab and returns to the first page, and a cleared day stays empty', () => {
  const view = read({ page: '4' })
  expect(writeTabView('active', view, { sort: '-cost' })).toEqual({
    tab: 'active',
    sort: '-cost',
    page: undefined,
  })
  expect(writeTabView('active', view, { page: '2', size: '50' })).toMatchObject({
    page: '2',
    size: undefined,
  })
  // The other day is stored as shown, because its default moves with the calendar.
  expect(writeTabView('active', view, { to: '2026-12-01' })).toEqual({
    tab: 'active',
    from: '2026-11-23',
    to: '2026-12-01',
    page: undefined,
  })
  expect(writeTabView('active', view, { to: '' })).toMatchObject({
    days: 'all',
    from: '2026-11-23',
    to: undefined,
  })
})

test('navigation state becomes URL parameters (SVC-002, SVC-003, SVC-004)', () => {
  expect(searchFromState({ startingPage: 'past', startingDate: '2026-01-15' }, { to: '2026-01-31' })).toEqual(
    {
      tab: 'past',
      from: '2026-01-15',
      to: '2026-01-31',
      status: undefined,
    },
  )
  expect(searchFromState({ orderFilter: 'approved' }, {})).toMatchObject({
    tab: 'active',
    status: 'approved',
  })
  // Once the URL matches, nothing changes; later changes by the user stay.
  expect(searchFromState({ startingPage: 'past' }, { tab: 'past' })).toBeNull()
  expect(
    searchFromState({ startingPage: 'past', startingDate: '2026-01-15' }, { tab: 'past', days: 'all' }),
  ).toBeNull()
  expect(searchFromState({ orderFilter: 'approved' }, { tab: 'active', status: 'all' })).toBeNull()
  expect(searchFromState({}, {})).toBeNull()
})
