import { describe, expect, test } from 'vitest'
import type { Vehicle } from '#contract/vehicles/vehicles.ts'
import { vehicleDetail, vehicleName } from './vehicle-name.ts'
import { type DueState, findRows, inNameOrder, rowFinder, sortRows, vehicleRows } from './vehicle-rows.ts'

const aVehicle = (own: Partial<Vehicle>): Vehicle => ({
  id: 1,
  vin: null,
  year: null,
  make: null,
  model: null,
  sub_model: null,
  engine: null,
  license_plate_number: null,
  license_plate_state: null,
  license_plate_expiration: null,
  other_id: null,
  department_number: null,
  name_of_vehicle: null,
  odometer: null,
  odometer_units: 'mi',
  miles: null,
  kilometers: null,
  cost_per_mile: null,
  ytd_maintenance_cost: '0.00',
  is_active: true,
  fleetcor_enrolled: false,
  vehicle_type_id: 'light',
  last_maintenance_date: null,
  last_maintenance_miles: null,
  driver_names: [],
  dashboard_mobile_url: null,
  geotab_device_id: null,
  rev: 1,
  ...own,
})
const due: Record<number, DueState> = { 1: 'past_due', 2: 'due_soon' }
const rows = vehicleRows(
  [
    aVehicle({ id: 1, name_of_vehicle: 'Unit 10', license_plate_number: 'KX-4 92', odometer: 10 }),
    aVehicle({ id: 2, name_of_vehicle: 'Unit 9', driver_names: ['Hélène Roy'], odometer: 900 }),
    aVehicle({ id: 3, year: 2021, make: 'Ford', model: 'Transit', is_active: false, odometer: 500 }),
    aVehicle({ id: 4, name_of_vehicle: 'Unit 11', last_maintenance_date: '2026-01-02' }),
  ],
  { dueOf: (id) => due[id] ?? 'fine', waitingOf: (id) => (id === 4 ? 2 : 0), hasEnrollment: false },
)
const ids = (found: readonly { id: number }[]) => found.map((row) => row.id)

describe('the vehicle list', () => {
  test('finds a vehicle by any of its words, in any order, ignoring accents and case', () => {
    expect(ids(findRows(rows, 'helene', 'all'))).toEqual([2])
    expect(ids(findRows(rows, 'transit 2021', 'all'))).toEqual([3])
    expect(ids(findRows(rows, 'kx492', 'all'))).toEqual([1])
    expect(ids(findRows(rows, '  ', 'all'))).toEqual([1, 2, 3, 4])
  })

  test('finds letters and digits written joined, with a hyphen or with a space', () => {
    const models = ['F-150', 'F150', 'F 150', 'F 250', 'CX5']
    const vehicles = models.map((model, index) => aVehicle({ id: index + 1, model }))
    const own = vehicleRows(vehicles, { dueOf: () => 'fine', waitingOf: () => 0, hasEnrollment: false })
    for (const query of ['f150', 'F-150', 'f 150'])
      expect(ids(findRows(own, query, 'all'))).toEqual([1, 2, 3])
    expect(ids(findRows(own, 'cx-5', 'all'))).toEqual([5])
    const find = rowFinder()
    for (const query of ['f', 'f-', 'f-1', 'f-15', 'f15', 'f150'])
      expect(ids(find(own, query, 'all')), query).toEqual(ids(findRows(own, query, 'all')))
  })

  test('shows inactive vehicles in gray, and those not enrolled for brands with enrollment (VEH-019, BRD-015)', () => {
    const vehicles = [
      aVehicle({ id: 1, fleetcor_enrolled: true }),
      aVehicle({ id: 2 }),
      aVehicle({ id: 3, is_active: false, fleetcor_enrolled: true }),
    ]
    const grays = (hasEnrollment: boolean) =>
      vehicleRows(vehicles, { dueOf: () => 'fine', waitingOf: () => 0, hasEnrollment }).map(
        (row) => row.grayFor,
      )
    expect(grays(true)).toEqual([null, 'notEnrolled', 'inactive'])
    expect(grays(false)).toEqual([null, null, 'inactive'])
  })

  test('filters by due and by inactive', () => {
    expect(ids(findRows(rows, '', 'past_due'))).toEqual([1])
    expect(ids(findRows(rows, '', 'due_soon'))).toEqual([2])
    expect(ids(findRows(rows, '', 'inactive'))).toEqual([3])
    expect(ids(findRows(rows, 'unit', 'inactive'))).toEqual([])
  })

  test('VEH-006: an incremental search finds the same rows, whatever was typed, deleted or filtered in between', () => {
    const find = rowFinder()
    const searches = [
      'u',
      'un',
      'unit',
      'unit 1',
      'unit 10',
      'unit',
      '',
      'transit',
      'transit 2',
      'ransit',
      'É',
      'hé',
      'hélène r',
    ]
    for (const filter of ['all', 'past_due', 'all', 'inactive'] as const)
      for (const search of searches)
        expect(ids(find(rows, search, filter)), search).toEqual(ids(findRows(rows, search, filter)))
    expect(ids(find(rows.slice(0, 1), 'unit', 'all'))).toEqual([1])
  })

  test('VEH-017: sorts numbers in names numerically and puts inactive vehicles last', () => {
    expect(ids(sortRows(rows, 'name'))).toEqual([2, 1, 4, 3])
    expect(ids(sortRows(rows, 'due'))).toEqual([1, 2, 4, 3])
    expect(ids(sortRows(rows, 'odometer'))).toEqual([2, 1, 4, 3])
    expect(ids(sortRows(rows, 'last_maintenance'))).toEqual([4, 2, 1, 3])
  })

  test('VEH-006: sorts thousands by name in small steps, and reuses the rows of unchanged vehicles', () => {
    const vehicles = Array.from({ length: 3000 }, (_, n) =>
      aVehicle({ id: n, name_of_vehicle: `${n % 2 ? 'Ünit' : 'unit'} ${(n * 7919) % 3000}` }),
    )
    const steps = inNameOrder(vehicles)
    let step = steps.next()
    let count = 1
    for (; !step.done; count += 1) step = steps.next()
    const ordered = step.value as Vehicle[]
    expect(count).toBeGreaterThan(10)
    expect(ordered.map(({ name_of_vehicle }) => Number(name_of_vehicle?.slice(5)))).toEqual(
      Array.from({ length: 3000 }, (_, n) => n),
    )
    const status = { waitingOf: () => 0, hasEnrollment: false }
    const before = vehicleRows(ordered, { ...status, dueOf: () => 'fine' })
    const after = vehicleRows(ordered, { ...status, dueOf: (id) => (id === 5 ? 'past_due' : 'fine') })
    expect(after.filter((row, i) => row !== before[i]).map(({ id }) => id)).toEqual([5])
  })

  test('counts waiting entries', () => {
    expect(rows.map((row) => row.waiting)).toEqual([0, 0, 0, 2])
  })
})

test('a vehicle without a name is named by its model, else plate, VIN or number', () => {
  expect(vehicleName(aVehicle({ name_of_vehicle: 'Van 3', year: 2020 }))).toBe('Van 3')
  expect(vehicleName(aVehicle({ year: 2020, make: 'Ram' }))).toBe('2020 Ram')
  expect(vehicleName(aVehicle({ license_plate_number: 'AB12' }))).toBe('AB12')
  expect(vehicleName(aVehicle({ id: 77 }))).toBe('#77')
  expect(vehicleDetail(aVehicle({ year: 2020, make: 'Ram', license_plate_number: 'AB12' }))).toBe('AB12')
})
