import { expect, test } from 'vitest'
import type { OrderHistory } from '#contract/maintenance/history-record.ts'
import type { Vehicle } from '#contract/vehicles/vehicles.ts'
import { type HistoryRow, orderRow } from '#src/features/maintenance/history/history-rows.ts'
import type { PendingChange } from '#src/offline/model/api/cache-api.ts'
import { findPast, hasStatus, isInRange, lastThreeMonths, pastDays, pastRows } from './past-rows.ts'

const aRow = (own: Partial<HistoryRow>): HistoryRow => ({
  key: 'manual:a',
  kind: 'manual',
  status: 'complete',
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

test('the past tab starts with three months, also at the end of a long month', () => {
  expect(lastThreeMonths('2026-03-14')).toEqual({ from: '2025-12-14', to: '2026-03-14' })
  expect(lastThreeMonths('2026-05-31')).toEqual({ from: '2026-02-28', to: '2026-05-31' })
})

test('the past tab ends today in the time zone of the device or of the fleet, whichever is later', () => {
  const now = new Date(2026, 2, 14, 12).getTime()
  expect(pastDays(() => '2026-03-15', now).to).toBe('2026-03-15')
  expect(pastDays(() => '2026-03-13', now).to).toBe('2026-03-14')
})

test('the past tab searches shop, service and PO number, newest first', () => {
  const rows = pastRows([aRow({ key: 'b', day: '2025-01-01' }), aRow({ key: 'a' })], [])
  const found = (query: string) => findPast(rows, query).map(({ id }) => id)
  expect(found('po-77 oil')).toEqual(['a', 'b'])
  expect(found('brakes')).toEqual([])
})

test('the past tab searches without case and accents', () => {
  const rows = pastRows([aRow({ shop: 'Garage Québec' })], [])
  expect([findPast(rows, 'QUEBEC').length, findPast(rows, 'québec').length]).toEqual([1, 1])
})

test('the past tab searches what the server searches: the vehicle’s numbers, the place, the invoice, both languages', () => {
  const vehicle = {
    id: 7,
    name_of_vehicle: 'Van',
    year: 2021,
    make: 'Ford',
    model: 'Transit',
    sub_model: null,
    vin: null,
    license_plate_number: 'KTR-1140',
    other_id: 'U-9',
    department_number: 'D4',
    driver_names: [],
  } as unknown as Vehicle
  const services = [{ service_definition_id: 3, name: 'Oil change', status: 'complete', total: '1.00' }]
  const order: OrderHistory = {
    id: 1,
    vehicle_id: 7,
    maintenance_type: 'FleetAdvise',
    status: 'paid',
    custom_shop_name: null,
    appointment_datetime: '2026-03-01T14:00:00Z',
    completed_at: null,
    miles: 1,
    kilometers: null,
    shop: { name: 'Bay 9', city: 'Elgin', state: 'IL' },
    po_number: null,
    invoice_number: 'INV-5',
    order_services: services,
    total: '1.00',
    maintenance_documents: [],
  }
  const row = orderRow(order, {
    nameOf: () => 'Oil change',
    translated: (name: string) => name,
    unit: 'mi',
    dayOf: (instant) => instant.slice(0, 10),
    namesOf: (id) => (id === 3 ? ['Oil change', 'Vidange d’huile'] : []),
  })
  for (const query of ['u-9', 'd4', 'ktr1140', 'elgin il', 'inv-5', 'vidange', 'oil'])
    expect([query, findPast(pastRows([row], [vehicle]), query).length]).toEqual([query, 1])
})

test('a waiting entry still shows the name of a removed vehicle', () => {
  const vehicle = {
    id: 71,
    name_of_vehicle: 'Van 71',
    year: null,
    make: null,
    model: null,
    license_plate_number: 'KTR 1140',
    vin: null,
  }
  const waiting: PendingChange = { change: 'create', state: 'rejected', opId: 'op', fileIds: [], vehicle }
  const [row] = pastRows([aRow({ vehicleId: 71, waiting })], [])
  expect(row).toMatchObject({ vehicleName: 'Van 71', vehicleDetail: 'KTR 1140' })
})

test('only orders have a status to choose (SVC-113)', () => {
  const row = aRow({ kind: 'order', status: 'complete' })
  expect([hasStatus(row, undefined), hasStatus(row, 'complete'), hasStatus(row, 'paid')]).toEqual([
    true,
    true,
    false,
  ])
  expect(hasStatus(aRow({ kind: 'manual', status: 'complete' }), 'complete')).toBe(false)
})

test('the past tab shows the chosen days, and waiting entries of any day', () => {
  const days = { from: '2026-01-01', to: '2026-03-01' }
  expect(
    ['2025-12-31', '2026-01-01', '2026-03-01', '2026-03-02'].map((day) => isInRange(day, false, days)),
  ).toEqual([false, true, true, false])
  expect(isInRange('2020-01-01', true, days)).toBe(true)
  expect(isInRange('2020-01-01', false, { from: '', to: '' })).toBe(true)
})

test('the server names the vehicle of an order while this device does not have the vehicle', () => {
  const rows = pastRows(
    [aRow({ vehicleId: 71 }), aRow({ vehicleId: 72 })],
    [],
    'as given',
    new Map([[71, 'Van 7']]),
  )
  expect(rows.map((row) => row.vehicleName)).toEqual(['Van 7', '#72'])
})
