import { describe, expect, test } from 'vitest'
import type { VinLookup } from '#contract/vehicles/specs.ts'
import type { VehicleDetail } from '#contract/vehicles/vehicles.ts'
import {
  changed,
  draftOf,
  draftOfCreated,
  emptyVehicle,
  merged,
  parseVehicle,
  toChange,
  toNew,
  withLookup,
} from './vehicle-draft.ts'
import { isSameAsSent, problemsOf, problemsOfStep, samePlate } from './vehicle-problems.ts'

const aVehicle = (given: Partial<VehicleDetail> = {}): VehicleDetail => ({
  id: 5,
  vin: '1M8GDM9AXKP042788',
  year: 2020,
  make: 'Ford',
  model: 'F-150',
  sub_model: 'XL',
  engine: 'V6',
  motorMakeID: 460,
  motorModelID: 1801,
  motor_sub_model_id: 'XL',
  motorEngineID: 'V6',
  license_plate_number: null,
  license_plate_state: null,
  license_plate_expiration: null,
  other_id: 'A',
  department_number: null,
  name_of_vehicle: null,
  odometer: 1,
  odometer_units: 'mi',
  miles: 1,
  kilometers: 2,
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
  rev: 3,
  address_id: null,
  address: null,
  drivers: [],
  active_order: null,
  has_policy: true,
  history_count: 0,
  ...given,
})

test('a changed parent clears all fields below it (VEH-043), and saving gets a new key', () => {
  const before = draftOf(aVehicle())
  const { values, key } = changed(before, { make: 'Ram' })
  expect(values).toMatchObject({ year: '2020', make: 'Ram', model: '', sub_model: '', engine: '' })
  expect([values.motorModelID, key === before.key]).toEqual([null, false])
  expect(changed(before, { sub_model: 'XLT' }).values).toMatchObject({ model: 'F-150', engine: '' })
  expect(changed(before, { other_id: 'B' }).values).toMatchObject({ model: 'F-150', engine: 'V6' })
})

const aLookup: VinLookup = {
  vin: '1M8GDM9AXKP042788',
  year: 2019,
  make: { id: 1, name: 'Mack' },
  model: { id: 2, name: 'Anthem' },
  sub_model: null,
  engine: { id: 'D', name: '12.8L' },
  vehicle_type_id: 'medium_heavy',
  check_digit_valid: true,
}

test('a lookup fills year to engine (VEH-045)', () => {
  const empty = emptyVehicle()
  const { values } = withLookup(changed(empty, { other_id: '1' }), aLookup, empty.values)
  expect(values).toMatchObject({ year: '2019', make: 'Mack', motorMakeID: 1, model: 'Anthem', sub_model: '' })
  expect(values).toMatchObject({ engine: '12.8L', vehicle_type_id: 'medium_heavy', other_id: '1' })
})

test('a lookup of a corrected VIN keeps what the catalog does not know, for the same year, make and model', () => {
  const heavy = draftOf(
    aVehicle({ year: 2019, make: 'Mack', model: 'ANTHEM', vehicle_type_id: 'medium_heavy' }),
  )
  const unknown: VinLookup = { ...aLookup, engine: null, vehicle_type_id: 'light', is_type_known: false }
  const kept = withLookup(heavy, unknown, heavy.values).values
  expect(kept).toMatchObject({ sub_model: 'XL', engine: 'V6', vehicle_type_id: 'medium_heavy' })
  const other = { ...unknown, year: 2020 }
  expect(withLookup(heavy, other, heavy.values).values).toMatchObject({
    year: '2020',
    sub_model: '',
    engine: '',
    vehicle_type_id: 'light',
  })
  const otherTrim = { ...unknown, sub_model: { id: 'XLT', name: 'XLT' } }
  expect(withLookup(heavy, otherTrim, heavy.values).values).toMatchObject({ sub_model: 'XLT', engine: '' })
})

test('a slow lookup does not overwrite values entered meanwhile (VEH-045)', () => {
  const empty = emptyVehicle()
  const typed = changed(empty, { year: '2020' })
  expect(withLookup(typed, aLookup, empty.values)).toBe(typed)
})

test('a changed VIN is no longer confirmed (ruling 19)', () => {
  const accepted = { ...emptyVehicle(), acceptsCheckDigit: true }
  expect(changed(accepted, { vin: '1' }).acceptsCheckDigit).toBe(false)
  expect(changed(accepted, { other_id: '1' }).acceptsCheckDigit).toBe(true)
})

test('a change contains only changed fields, with null for cleared ones (VEH-054)', () => {
  const draft = draftOf(aVehicle({ drivers: [{ id: 9, name: 'Ada' }] }))
  expect(toChange(5, draft)).toBeNull()
  expect(toChange(5, changed(draft, { other_id: ' ', drivers: [] }))).toEqual({
    id: 5,
    other_id: null,
    driver_ids: [],
    accepts_check_digit: false,
  })
})

test('a new vehicle omits empty fields', () => {
  const draft = changed(emptyVehicle(), { vin: '1m8g dm9a-xkp042788', year: '2020', odometer: '12' })
  expect(toNew(draft)).toEqual({
    vin: '1M8GDM9AXKP042788',
    year: 2020,
    vehicle_type_id: 'light',
    odometer: 12,
    accepts_check_digit: false,
  })
})

describe('when someone else changed the vehicle meanwhile (decision 21)', () => {
  const mine = changed(draftOf(aVehicle()), { other_id: 'Mine' })

  test('their changes are taken, my other changes stay', () => {
    const { draft, conflicts } = merged(mine, aVehicle({ rev: 4, department_number: '77' }))
    expect(conflicts).toEqual([])
    expect(draft.values).toMatchObject({ other_id: 'Mine', department_number: '77' })
    expect(draft.base?.rev).toBe(4)
    expect(toChange(5, draft)).toMatchObject({ other_id: 'Mine' })
  })

  test('fields that both changed are conflicts, unless both have the same value', () => {
    expect(merged(mine, aVehicle({ other_id: 'Theirs' })).conflicts).toEqual(['other_id'])
    expect(merged(mine, aVehicle({ other_id: 'Mine' })).conflicts).toEqual([])
  })

  test('year to engine conflict as one group', () => {
    const other = changed(draftOf(aVehicle()), { engine: 'V8' })
    expect(merged(other, aVehicle({ model: 'Ranger' })).conflicts).toEqual(
      expect.arrayContaining(['model', 'engine']),
    )
  })
})

test('a new vehicle that was created although the response was lost is updated with later input, and is not its own duplicate', () => {
  const sent = changed(emptyVehicle(), {
    license_plate_number: 'Kx-1',
    license_plate_state: 'OH',
    odometer: '12',
  })
  const draft = changed({ ...sent, unanswered: sent }, { other_id: 'B' })
  const made = aVehicle({
    ...toNew(sent),
    vin: null,
    license_plate_number: 'KX-1',
    other_id: null,
    year: null,
    make: null,
    model: null,
    sub_model: null,
    engine: null,
    motorMakeID: null,
    motorModelID: null,
  } as Partial<VehicleDetail>)
  expect(toChange(5, draftOfCreated(draft, made))).toMatchObject({ id: 5, other_id: 'B' })
  expect(toChange(5, draftOfCreated(draft, made))).not.toHaveProperty('odometer')
  expect(isSameAsSent(made, draft.unanswered)).toBe(true)
  expect(isSameAsSent({ ...made, vin: '1M8GDM9AXKP042788' }, draft.unanswered)).toBe(false)
  expect(isSameAsSent(made, null)).toBe(false)
})

test('a draft of an older version is ignored', () => {
  const draft = emptyVehicle()
  expect(parseVehicle(JSON.parse(JSON.stringify(draft)))).toEqual(draft)
  expect(parseVehicle({ ...draft, values: { vin: 'x' } })).toBeUndefined()
})

test('problems are grouped by step; a duplicate VIN or plate is found on the device', () => {
  const others = [{ id: 8, vin: '1M8GDM9AXKP042788', license_plate_number: 'KX-492' }]
  const facts = { country: 'US', isFuelCard: false, others } as const
  const found = problemsOf(emptyVehicle(), facts)
  expect(problemsOfStep(1, found)).toEqual({ vin: ['vin_or_plate'] })
  expect(Object.keys(problemsOfStep(2, found))).toEqual(['year', 'make', 'model', 'sub_model', 'engine'])
  expect(problemsOf(changed(emptyVehicle(), { vin: '1M8GDM9AXKP042788' }), facts).vin).toEqual([
    'duplicate_vin',
  ])
  expect(samePlate('kx 492', others)?.id).toBe(8)
  expect(samePlate('', others)).toBeUndefined()
})
