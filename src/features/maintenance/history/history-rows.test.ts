import { unzipSync } from 'fflate'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { ManualHistory, OrderHistory } from '#contract/maintenance/history-record.ts'
import type { LocalRow, PendingChange } from '#src/offline/model/api/cache-api.ts'
import { byDay, manualRow, orderRow, overlay, withoutGaps } from './history-rows.ts'
import { zipInvoices, zipNames } from './invoices/invoice-zip.ts'

const texts = {
  nameOf: () => undefined,
  dayOf: (instant: string) => instant.slice(0, 10),
  unit: 'mi' as const,
  translated: (name: string) => name,
}
const anEntry = (own: Partial<ManualHistory> = {}): ManualHistory => ({
  id: 'a',
  vehicle_id: 7,
  shop_id: null,
  shop: null,
  custom_shop_name: 'North Yard',
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
  ...own,
})
const anOrder = (own: Partial<OrderHistory> = {}): OrderHistory => ({
  id: 1,
  vehicle_id: 7,
  maintenance_type: 'FleetAdvise',
  status: 'complete',
  appointment_datetime: '2026-03-01T14:00:00Z',
  completed_at: null,
  shop: { name: 'Bay 9', city: 'Elgin', state: 'IL' },
  custom_shop_name: null,
  miles: 80_000,
  kilometers: null,
  po_number: null,
  order_services: [],
  total: '99.00',
  maintenance_documents: [],
  ...own,
})
const keep = (
  row: ManualHistory,
  waiting: LocalRow<ManualHistory>['waiting'] = null,
): LocalRow<ManualHistory> => ({
  row,
  waiting,
  basis: { rev: row.rev, opId: null },
})
const waits: PendingChange = { change: 'create', state: 'pending', opId: 'op', fileIds: [] }

describe('row of the history table', () => {
  test('an order shows its services in the screen language, regardless of the language of the booking', () => {
    const order_services = [
      { service_definition_id: 4, name: 'Vidange', status: 'complete', total: '50.00' },
      { name: 'Freins', status: 'complete', total: '200.00' },
    ]
    const names = {
      nameOf: (id: number) => (id === 4 ? 'Oil change' : undefined),
      translated: (name: string) => (name === 'Freins' ? 'Brakes' : name),
    }
    expect(orderRow(anOrder({ order_services }), { ...texts, ...names }).completed).toEqual([
      'Oil change',
      'Brakes',
    ])
  })

  test('MHX-040, MHX-043: an order separates completed services from recommended or rejected ones', () => {
    const row = orderRow(
      anOrder({
        order_services: [
          { name: 'Oil', status: 'complete', total: '50.00' },
          { name: 'Brakes', status: 'rejected', total: '200.00' },
          { name: 'Wipers', status: 'recommended', total: '39.00' },
          { name: 'Typo', status: 'deleted', total: '1.00' },
        ],
      }),
      texts,
    )
    expect(row).toMatchObject({ completed: ['Oil'], saved: ['Brakes', 'Wipers'], shopPlace: 'Elgin, IL' })
  })

  test('MHX-042: a manual entry shows its shop name, reading and unit', () => {
    const row = manualRow(keep(anEntry({ odometer: 5, odometer_units: 'km' })), texts)
    expect(row).toMatchObject({ shop: 'North Yard', distance: 5, unit: 'km', saved: [], day: '2026-03-01' })
  })

  test('work that was carried over from an earlier fleet has no price, and no odometer if it is not known', () => {
    const carried = { is_carried_over: true, total: '0.00' }
    const unknown = manualRow(keep(anEntry({ ...carried, odometer: 0 })), texts)
    expect([unknown.total, unknown.distance]).toEqual([null, null])
    expect(manualRow(keep(anEntry(carried)), texts).distance).toBe(84_210)
    expect(manualRow(keep(anEntry({ total: '0.00' })), texts).total).toBe('0.00')
  })

  test('an order is dated by the completion of the work, not by its appointment', () => {
    const order = anOrder({ completed_at: '2026-02-26T14:00:00Z' })
    expect(orderRow(order, texts).day).toBe('2026-02-26')
    expect(orderRow(anOrder(), texts).day).toBe('2026-03-01')
  })

  test('sorts by day, newest first', () => {
    const rows = [anEntry({ id: 'a' }), anEntry({ id: 'b', date_of_completion: '2026-03-02' })]
    const sorted = rows.map((entry) => manualRow(keep(entry), texts)).toSorted(byDay)
    expect(sorted.map(({ id }) => id)).toEqual(['b', 'a'])
  })
})

describe('server pages with local changes', () => {
  const ids = (rows: LocalRow<ManualHistory>[]) => rows.map(({ row }) => row.id)

  test('include every waiting entry, however old', () => {
    const old = keep(anEntry({ id: 'mine', date_of_completion: '2020-01-01' }), waits)
    expect(ids(overlay({ fetched: [anEntry()], isAll: false }, [old]))).toEqual(['a', 'mine'])
  })

  test('never replace a newer local copy with an older row', () => {
    const newer = keep(anEntry({ rev: 3, odometer: 9 }))
    expect(overlay({ fetched: [anEntry({ rev: 2 })], isAll: true }, [newer])[0]?.row.odometer).toBe(9)
    const older = keep(anEntry({ rev: 1 }))
    expect(overlay({ fetched: [anEntry({ rev: 2 })], isAll: true }, [older])[0]?.basis.rev).toBe(2)
  })

  test('insert an entry that was just sent, and leave older ones to their page', () => {
    const sent = keep(anEntry({ id: 'sent', date_of_completion: '2026-03-05' }))
    const later = keep(anEntry({ id: 'later', date_of_completion: '2025-01-01' }))
    expect(ids(overlay({ fetched: [anEntry()], isAll: false }, [sent, later]))).toEqual(['a', 'sent'])
  })

  test('leave out an entry that a waiting edit moves to another vehicle', () => {
    const fetched = [anEntry(), anEntry({ id: 'b' })]
    expect(ids(overlay({ fetched, isAll: true, moved: ['b'] }, []))).toEqual(['a'])
  })

  test('MHX-045: show the rows of a repeated page once', () => {
    expect(ids(overlay({ fetched: [anEntry(), anEntry()], isAll: true }, []))).toEqual(['a'])
  })
})

describe('zip of invoices', () => {
  afterEach(() => vi.unstubAllGlobals())

  const documents = ['1', '2', '3'].map((id) => ({
    day: '2026-03-01',
    document: { id, file_name: 'scan.pdf' },
  }))

  test('MHX-050: contains every invoice under a unique name', async () => {
    let zipped: Blob | undefined
    vi.stubGlobal('URL', { createObjectURL: (blob: Blob) => (zipped = blob), revokeObjectURL: () => {} })
    const link = { click: () => {}, remove: () => {}, download: '' }
    vi.stubGlobal('document', { createElement: () => link, body: { append: () => {} } })
    const missing = await zipInvoices(7, documents, async ({ id }) =>
      id === '3' ? undefined : new Blob([`file ${id}`]),
    )
    const files = unzipSync(new Uint8Array(await (zipped as Blob).arrayBuffer()))
    expect(Object.entries(files).map(([name, bytes]) => [name, new TextDecoder().decode(bytes)])).toEqual([
      ['2026-03-01 scan.pdf', 'file 1'],
      ['2026-03-01 scan (2).pdf', 'file 2'],
    ])
    expect([link.download, missing]).toEqual(['invoice_documents.zip', 1])
  })

  test('numbers identical names', () => {
    expect(zipNames(documents)).toEqual([
      '2026-03-01 scan.pdf',
      '2026-03-01 scan (2).pdf',
      '2026-03-01 scan (3).pdf',
    ])
  })
})

test('See more extends one list: a row is held back until the rows of the other kind before it are loaded (MHX-044, MHX-045)', () => {
  const rows = ['2026-05-01', '2026-04-01', '2026-03-01', '2024-01-01'].map((day) => ({ day }))
  const days = (...lists: { days: string[]; hasMore: boolean }[]) =>
    withoutGaps(rows, lists).map(({ day }) => day)
  const orders = ['2026-05-01', '2024-01-01']
  const entries = ['2026-04-01', '2026-03-01']
  expect(days({ days: orders, hasMore: true }, { days: entries, hasMore: true })).toEqual(
    rows.slice(0, 3).map(({ day }) => day),
  )
  expect(days({ days: orders, hasMore: false }, { days: entries, hasMore: false })).toHaveLength(4)
  expect(days({ days: orders, hasMore: true }, { days: entries, hasMore: false })).toHaveLength(4)
})
