import { expect, test } from 'vitest'
import type { Waiting } from '#src/offline/cache-api.ts'
import type { HistoryRow } from './history-rows.ts'
import { findPast, lastThreeMonths, pastRows } from './past-rows.ts'

const aRow = (own: Partial<HistoryRow>): HistoryRow => ({
  key: 'manual:a',
  kind: 'manual',
  id: 'a',
  vehicleId: 7,
  day: '2026-03-01',
  shop: 'North Yard',
  shopPlace: '',
  distance: 1,
  unit: 'mi',
  completed: ['Oil change'],
  saved: [],
  total: '10.00',
  po_number: 'PO-77',
  documents: [],
  waiting: null,
  ...own,
})

test('the past tab opens with three months, also from the end of a long month', () => {
  expect(lastThreeMonths('2026-03-14')).toEqual({ from: '2025-12-14', to: '2026-03-14' })
  expect(lastThreeMonths('2026-05-31')).toEqual({ from: '2026-02-28', to: '2026-05-31' })
})

test('the past tab finds by vehicle, shop, service and PO number within its days', () => {
  const rows = pastRows([aRow({ key: 'a' }), aRow({ key: 'b', day: '2025-01-01' })], [])
  const found = (query: string, from = '', to = '') => findPast(rows, { from, to }, query).map(({ id }) => id)
  expect(found('po-77 oil')).toEqual(['a', 'b'])
  expect(found('', '2026-01-01', '2026-03-01')).toEqual(['a'])
  expect(found('brakes')).toEqual([])
})

test('an entry that waits on this phone shows in the past tab whatever its day', () => {
  const waiting: Waiting = { change: 'create', state: 'pending', opId: 'op', fileIds: [] }
  const rows = pastRows([aRow({ day: '2020-01-01', waiting })], [])
  expect(findPast(rows, { from: '2026-01-01', to: '' }, '')).toHaveLength(1)
})
