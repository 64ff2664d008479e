import { describe, expect, test } from 'vitest'
import type { ManualHistory } from '#contract/maintenance/history-record.ts'
import { checkDraft } from './form/history-problems.ts'
import {
  emptyDraft,
  emptyService,
  type HistoryDraft,
  isUntouched,
  parseDraft,
  toDraft,
  toFields,
  totalOf,
  withoutEmptyRows,
} from './history-draft.ts'

const now = new Date(2026, 2, 14, 12)
const facts: Parameters<typeof checkDraft>[1] = {
  country: 'US',
  services: new Map([[5, { positions: ['front', 'rear'] }]]),
  fileNames: [],
  now,
}
const aRow = (own = {}) => ({ ...emptyService(), service_definition_id: 5, price: '129.95', ...own })
const aDraft = (own: Partial<HistoryDraft> = {}) =>
  emptyDraft('2026-03-14', {
    vehicle_id: 7,
    odometer: '84210',
    shop_name: 'North Yard',
    services: [aRow()],
    ...own,
  })
const codesFor = (own: Partial<HistoryDraft>, more: Partial<typeof facts> = {}) => {
  const check = checkDraft(aDraft(own), { ...facts, ...more })
  return check.ok ? {} : check.codes
}

describe('fields of an entry', () => {
  test('MHX-023: match the specification and omit empty values', () => {
    expect(checkDraft(aDraft(), facts)).toEqual({
      ok: true,
      payload: {
        vehicle_id: 7,
        custom_shop_name: 'North Yard',
        odometer: 84210,
        date_of_completion: '2026-03-14',
        vehicle_services: [{ service_definition_id: 5, price: '129.95' }],
      },
    })
  })

  test('MHX-025: include a zip only if one was typed, and normalize a postal code', () => {
    expect(toFields(aDraft(), 'US').zip).toBeUndefined()
    expect(toFields(aDraft({ zip: ' 60601 ' }), 'US').zip).toBe('60601')
    expect(toFields(aDraft({ zip: 'k1a0b1' }), 'CA').zip).toBe('K1A 0B1')
  })

  test('MHX-039: contain the distance of a row in miles, in Canada in kilometers', () => {
    const draft = aDraft({ services: [aRow({ distance: '84000', position: 'rear' })] })
    expect(toFields(draft, 'US').vehicle_services[0]).toMatchObject({
      service_miles: 84000,
      position: 'rear',
    })
    expect(toFields(draft, 'CA').vehicle_services[0]).toMatchObject({ service_kilometers: 84000 })
  })

  test('identify a listed shop by id and any other by name', () => {
    expect(toFields(aDraft({ shop_id: 3, shop_name: 'Bay 9' }), 'US')).toMatchObject({ shop_id: 3 })
    expect(toFields(aDraft({ shop_id: 3, shop_name: 'Bay 9' }), 'US')).not.toHaveProperty('custom_shop_name')
  })

  test('accept the usual ways of typing a price', () => {
    const prices = aDraft({ services: [aRow({ price: '12.' }), aRow({ price: '.5' })] })
    expect(toFields(prices, 'US').vehicle_services.map((row) => row.price)).toEqual(['12', '0.5'])
  })
})

describe('validation before queueing refuses an entry (OFF-021)', () => {
  test('MHX-005, MHX-006, MHX-008, MHX-009, MHX-010: with missing fields, and names all of them at once', () => {
    expect(checkDraft(emptyDraft('', { services: [emptyService()] }), facts)).toEqual({
      ok: false,
      codes: {
        vehicle_id: ['required'],
        odometer: ['required'],
        date_of_completion: ['required'],
        'vehicle_services.0.service_definition_id': ['required'],
        'vehicle_services.0.price': ['required'],
        custom_shop_name: ['shop_required'],
      },
    })
  })

  test('MHX-007: completed tomorrow, but not today', () => {
    expect(codesFor({ date_of_completion: '2026-03-15' })).toEqual({ date_of_completion: ['future'] })
    expect(codesFor({ date_of_completion: '2026-03-14' })).toEqual({})
    expect(codesFor({ date_of_completion: '03/4' })).toEqual({ date_of_completion: ['date'] })
  })

  test('MHX-011, MHX-012, MHX-013: with a zip in the wrong format for its country, but not without one', () => {
    expect(codesFor({ zip: '1234' })).toEqual({ zip: ['zip'] })
    expect(codesFor({ zip: '60601-1234' })).toEqual({})
    expect(codesFor({ zip: 'K1A 0B1' })).toEqual({ zip: ['zip'] })
    expect(codesFor({ zip: '60601' }, { country: 'CA' })).toEqual({ zip: ['postal_code'] })
    expect(codesFor({ zip: '' })).toEqual({})
  })

  test('MHX-009: with an invalid price, or a row without a service', () => {
    expect(codesFor({ services: [aRow({ price: '1.234' })] })).toEqual({
      'vehicle_services.0.price': ['money'],
    })
    expect(codesFor({ services: [aRow(), aRow({ service_definition_id: null })] })).toEqual({
      'vehicle_services.1.service_definition_id': ['required'],
    })
  })

  test('MHX-019, MHX-021: with six invoices, or two of the same name', () => {
    const at = 'maintenance_documents_attributes'
    expect(codesFor({}, { fileNames: ['1', '2', '3', '4', '5', '6'] })).toEqual({
      [at]: ['max_files'],
    })
    expect(codesFor({}, { fileNames: ['a.pdf', 'A.pdf'] })).toEqual({ [at]: ['duplicate_file'] })
  })
})

test('an existing entry passes through the form unchanged', () => {
  const history: ManualHistory = {
    id: '0190a1b2-0000-7000-8000-000000000001',
    vehicle_id: 7,
    shop_id: 3,
    shop: { name: 'Bay 9', city: 'Elgin', state: 'IL' },
    custom_shop_name: null,
    zip: '60601',
    po_number: 'PO-1',
    customer_comments: 'Noise from the left',
    odometer: 84210,
    odometer_units: 'mi',
    date_of_completion: '2026-03-01',
    maintenance_type: 'Manually Entered',
    status: 'complete',
    order_services: [
      {
        id: '0190a1b2-0000-7000-8000-000000000002',
        service_definition_id: 5,
        name: 'Brake pads',
        price: '129.95',
        position: 'front',
        service_miles: 84000,
        service_kilometers: null,
        status: 'complete',
      },
    ],
    total: '129.95',
    maintenance_documents: [],
    attachments_missing: 0,
    created_by_name: null,
    entered_at: null,
    updated_at: '2026-03-01T10:00:00Z',
    rev: 4,
  }
  expect(checkDraft(toDraft({ row: history, basis: { rev: 4, opId: null } }), facts)).toMatchObject({
    ok: true,
    payload: {
      vehicle_id: 7,
      shop_id: 3,
      zip: '60601',
      po_number: 'PO-1',
      customer_comments: 'Noise from the left',
      odometer: 84210,
      date_of_completion: '2026-03-01',
      vehicle_services: [
        { service_definition_id: 5, price: '129.95', position: 'front', service_miles: 84000 },
      ],
    },
  })
})

test('a draft stores the base revision of the edit, and a draft of an older version can still be read', () => {
  const draft = aDraft({ basis: { rev: 4, opId: null } })
  expect(parseDraft(JSON.parse(JSON.stringify(draft)))).toEqual(draft)
  const { basis: _, ...older } = aDraft()
  expect(parseDraft(older)).toMatchObject({ odometer: '84210', basis: null })
})

test('the total is exact to the cent and counts incomplete prices as zero', () => {
  expect(totalOf([aRow({ price: '0.10' }), aRow({ price: '0.20' }), aRow({ price: '' })])).toBe('0.30')
  expect(totalOf([aRow({ price: '12.' }), aRow({ price: '.' })])).toBe('12.00')
})

test('removes empty rows but keeps at least one', () => {
  const filled = aRow()
  expect(withoutEmptyRows([emptyService(), filled, emptyService()])).toEqual([filled])
  expect(withoutEmptyRows([emptyService(), emptyService()])).toHaveLength(1)
})

test('stores no draft for an untouched form', () => {
  const initial = emptyDraft('2026-03-14', { vehicle_id: 7 })
  expect(isUntouched({ ...initial, services: [emptyService(), emptyService()] }, initial)).toBe(true)
  expect(isUntouched({ ...initial, odometer: '1' }, initial)).toBe(false)
})
