import { expect, test } from 'vitest'
import type { ManualHistory, OrderHistory } from '#contract/maintenance/history-record.ts'
import type { LocalRow } from '#src/offline/model/api/cache-api.ts'
import { pagedCount, pageRows } from './past-page.ts'

const texts = {
  nameOf: () => undefined,
  dayOf: (instant: string) => instant.slice(0, 10),
  unit: 'mi' as const,
  translated: (name: string) => name,
}
const anEntry = (id: string, shop = 'North Yard'): ManualHistory => ({
  id,
  vehicle_id: 7,
  shop_id: null,
  shop: null,
  custom_shop_name: shop,
  zip: null,
  po_number: null,
  customer_comments: null,
  odometer: 84210,
  odometer_units: 'mi',
  date_of_completion: '2026-03-01',
  maintenance_type: 'Manually Entered',
  status: 'complete',
  order_services: [],
  total: '10.00',
  maintenance_documents: [],
  attachments_missing: 0,
  created_by_name: null,
  entered_at: null,
  updated_at: '2026-03-01T10:00:00Z',
  rev: 1,
})
const order: OrderHistory = {
  id: 4,
  vehicle_id: 7,
  maintenance_type: 'FleetAdvise',
  status: 'complete',
  appointment_datetime: '2026-03-01T14:00:00Z',
  completed_at: null,
  shop: null,
  custom_shop_name: 'Bay 9',
  miles: 80_000,
  kilometers: null,
  po_number: null,
  order_services: [],
  total: '99.00',
  maintenance_documents: [],
}
const local = (row: ManualHistory, change?: 'create' | 'update'): LocalRow<ManualHistory> => ({
  row,
  waiting: change ? { change, state: 'pending', opId: 'op', fileIds: [] } : null,
  basis: { rev: row.rev, opId: null },
})

test('a page of the past tab keeps the server’s order, applies local changes, and lists unsent entries separately', () => {
  const { page, unsent } = pageRows(
    {
      rows: [
        { kind: 'manual', id: 'b' },
        { kind: 'order', id: '4' },
        { kind: 'manual', id: 'a' },
      ],
      orders: [order],
      manual: [anEntry('a'), anEntry('b')],
    },
    [
      local(anEntry('b', 'Changed here'), 'update'),
      local(anEntry('new'), 'create'),
      local(anEntry('on another page')),
    ],
    texts,
  )
  expect(page.map(({ key }) => key)).toEqual(['manual:b', 'order:4', 'manual:a'])
  expect(page[0]?.shop).toBe('Changed here')
  expect(unsent.map(({ id }) => id)).toEqual(['new'])
})

test('unsent entries, which are on the first page, add no page to the past tab', () => {
  expect(pagedCount({ ofServer: 50, unsent: 2, size: 50 })).toBe(50)
  expect(pagedCount({ ofServer: 60, unsent: 2, size: 50 })).toBe(60)
  expect(pagedCount({ ofServer: 0, unsent: 2, size: 50 })).toBe(2)
})
