import { expect, it } from 'vitest'
import type { OrderHistory } from '#contract/maintenance/history-record.ts'
import type { Vehicle } from '#contract/vehicles/vehicles.ts'
import { activeDays, localRows } from './order-rows.ts'
import { activeOrdersInput } from './orders.queries.ts'

const days = { from: '2026-03-10', to: '2026-03-20' }
const wider = { from: '2026-03-09', to: '2026-03-21' }

const anOrder = (id: number, day: string): OrderHistory => ({
  id,
  vehicle_id: 7,
  maintenance_type: 'FleetAdvise',
  status: 'awaiting_approval',
  appointment_datetime: `${day}T14:00:00Z`,
  completed_at: null,
  miles: null,
  kilometers: null,
  shop: { name: 'Bay 9', city: 'Elgin', state: 'IL' },
  custom_shop_name: null,
  po_number: null,
  order_services: [],
  total: '99.00',
  maintenance_documents: [],
})

it('the list on the server, on this device and in the file cover one more day at each end (SVC-012)', () => {
  const view = { ...days, search: '', facets: {}, sort: 'date', page: 1, size: 25 } as const
  expect(activeDays(days)).toEqual(wider)
  expect(activeOrdersInput({ ...view, status: undefined })).toMatchObject({
    startDate: wider.from,
    endDate: wider.to,
  })
  const orders = ['2026-03-08', wider.from, '2026-03-15', wider.to, '2026-03-22']
  const rows = localRows(
    orders.map((day, nth) => anOrder(nth, day)),
    [],
    { ...days, search: '', status: undefined, isOfVehicle: () => true },
    (instant) => instant.slice(0, 10),
  )
  expect(rows.map(({ id }) => id)).toEqual([1, 2, 3])
  const exact = { from: '2026-03-15', to: '2026-03-15', isExact: true }
  expect(activeOrdersInput({ ...view, ...exact, status: undefined })).toMatchObject({
    startDate: exact.from,
    endDate: exact.to,
  })
  expect(activeDays({ from: '', to: '' })).toEqual({ from: '', to: '' })
})

it('the search offline finds all that the server searches, in any case, without accents', () => {
  const vehicle = {
    id: 7,
    name_of_vehicle: 'Camionnette Été',
    year: 2019,
    make: 'Ford',
    model: 'Transit',
    sub_model: null,
    vin: '1FTBW2CM3FK491482',
    license_plate_number: 'KDX-412',
    other_id: 'U-88',
    department_number: 'Nord 5',
    driver_names: [],
  } as unknown as Vehicle
  const order: OrderHistory = {
    ...anOrder(1, '2026-03-15'),
    po_number: 'PO-77',
    invoice_number: 'F-2041',
    order_services: [{ service_definition_id: 3, name: 'Oil change', status: 'approved', total: '9.00' }],
  }
  const services = [{ id: 3, name_en: 'Oil change', name_fr: 'Vidange d’huile' }]
  const found = (search: string) =>
    localRows(
      [order],
      [vehicle],
      { ...days, search, services, status: undefined, isOfVehicle: () => true },
      (instant) => instant.slice(0, 10),
    ).length
  const words =
    'ete 2019 ford transit fk4914 kdx412 kdx-412 u-88 nord bay elgin IL po-77 f-2041 oil vidange'.split(' ')
  expect(words.filter((word) => found(word) === 0)).toEqual([])
  expect([found('nord vidange'), found('brakes')]).toEqual([1, 0])
})
