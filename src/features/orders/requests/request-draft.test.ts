import { describe, expect, it } from 'vitest'
import {
  type ChosenShop,
  emptyRequest,
  parseRequest,
  prefilled,
  problemsOf,
  type RequestFacts,
  toRequest,
  withChanges,
} from './request-draft.ts'

const shop: ChosenShop = {
  id: 7,
  name: 'Quick Lane',
  address_line1: '1 Test Street',
  city: 'Columbus',
  state: 'OH',
  main_phone_number: '6145550100',
  support_medium_and_heavy_duty_vehicles: false,
  scheduling: 'online',
}
const oil = { positions: [], support_medium_and_heavy_duty_vehicles: true }
const pads = { positions: ['front', 'rear'], support_medium_and_heavy_duty_vehicles: false }
const facts = (given: Partial<RequestFacts> = {}): RequestFacts => ({
  vehicle: { is_active: true, vehicle_type_id: 'light' },
  services: new Map([
    [1, oil],
    [2, pads],
  ]),
  hasOpenOrder: false,
  payment: { is_required: false, is_available: false },
  showsAllShops: false,
  ...given,
})
const full = emptyRequest({ vehicle_id: 5, services: [{ service_definition_id: 1 }], shop })

describe('a service request', () => {
  it('needs a vehicle, services and a shop; in the tab of all shops the shop is chosen later (SVC-081..084)', () => {
    expect(problemsOf(emptyRequest(), facts({ vehicle: undefined }))).toEqual(['vehicle', 'services', 'shop'])
    expect(problemsOf({ ...full, shop: null }, facts({ showsAllShops: true }))).toEqual([])
    expect(problemsOf(full, facts())).toEqual([])
  })

  it('needs one position for each service that has positions (SVC-064, SVC-085)', () => {
    const lines = (position: string) => ({ ...full, services: [{ service_definition_id: 2, position }] })
    expect(problemsOf(lines(''), facts())).toEqual(['position'])
    expect(problemsOf(lines('top'), facts())).toEqual(['position'])
    expect(problemsOf(lines('rear'), facts())).toEqual([])
  })

  it('rejects services and shops that do not support medium- and heavy-duty vehicles (VEH-075, SVC-086, SVC-087)', () => {
    const vehicle = { is_active: true, vehicle_type_id: 'medium_heavy' } as const
    const draft = { ...full, services: [{ service_definition_id: 2, position: 'rear' }] }
    expect(problemsOf(draft, facts({ vehicle }))).toEqual(['dutyService', 'dutyShop'])
  })

  it('is rejected with an open order, a deactivated vehicle, no payment method, or a shop without bookings (SVC-072, SVC-076, SVC-088)', () => {
    expect(problemsOf(full, facts({ hasOpenOrder: true }))).toEqual(['orderExists'])
    const parked = { is_active: false, vehicle_type_id: 'light' } as const
    expect(problemsOf(full, facts({ vehicle: parked }))).toEqual(['inactive'])
    expect(problemsOf(full, facts({ payment: { is_required: true, is_available: false } }))).toEqual([
      'payment',
    ])
    expect(problemsOf(full, facts({ payment: { is_required: true, is_available: true } }))).toEqual([])
    const walkIn = { ...full, shop: { ...shop, scheduling: 'not_supported' as const } }
    expect(problemsOf(walkIn, facts())).toEqual(['notSupported'])
    expect(problemsOf({ ...full, customer_comments: 'x'.repeat(151) }, facts())).toEqual(['tooLong'])
  })
})

describe('a draft of a request', () => {
  it('accepts values from another screen, and keeps what was typed (SVC-068..070)', () => {
    const typed = { ...full, customer_comments: 'Squeaks', appointment_datetime: '2026-01-05T14:00:00Z' }
    const other = { ...shop, id: 8 }
    expect(prefilled(typed, { shop: other })).toMatchObject({
      shop: { id: 8 },
      vehicle_id: 5,
      customer_comments: 'Squeaks',
      // Times belong to the previous shop.
      appointment_datetime: '',
    })
  })

  it('drops the fault codes when the vehicle changes (SVC-068..070)', () => {
    const withCodes = { ...full, fault_codes: [{ id: 'P0420', name: 'Catalytic converter' }] }
    expect(prefilled(withCodes, { vehicle_id: 6 }).fault_codes).toEqual([])
    expect(prefilled(withCodes, { vehicle_id: 5 }).fault_codes).toEqual(withCodes.fault_codes)
    const others = [{ id: 'P0300', name: 'Misfire' }]
    expect(prefilled(withCodes, { vehicle_id: 6, fault_codes: others }).fault_codes).toEqual(others)
  })

  it('gets a new booking key with every change, and keeps it when it is restored', () => {
    expect(withChanges(full, { po_number: '1' }).key).not.toBe(full.key)
    expect(parseRequest(JSON.parse(JSON.stringify(full)))).toEqual(full)
    expect(parseRequest({ vehicle_id: 'x' })).toBeUndefined()
  })

  it('is sent without empty fields (SVC-104, SVC-105)', () => {
    expect(toRequest(full, true)).toBeUndefined()
    expect(
      toRequest({ ...full, appointment_datetime: '2026-01-05T14:00:00Z', po_number: ' 7 ' }, true),
    ).toEqual({
      shop_id: 7,
      vehicle_id: 5,
      order_services: [{ service_definition_id: 1 }],
      po_number: '7',
      appointment_datetime: '2026-01-05T14:00:00Z',
      payment_method_availability: true,
      fault_codes: [],
    })
  })
})
