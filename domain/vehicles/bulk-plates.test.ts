import { expect, test } from 'vitest'
import { createPlateCheck } from './bulk-plates.ts'

const row = (vin: string, plate: string | null, state: string | null = 'OH') => ({
  vin,
  license_plate_number: plate,
  license_plate_state: state,
  name_of_vehicle: null,
  other_id: null,
  department_number: null,
  odometer: null,
  odometer_units: null,
})

function shared(stored: ReturnType<typeof row>[], rows: ReturnType<typeof row>[]) {
  const check = createPlateCheck()
  for (const one of rows) check.add(one)
  return [...check.shared(stored)].sort()
}

test.each([
  ['two rows of the file', [], [row('A', 'AB 12'), row('B', 'ab-12')], ['A', 'B']],
  ['a row and a stored vehicle', [row('A', 'AB12')], [row('B', 'AB 12')], ['B']],
  ['the same vehicle', [row('A', 'AB12')], [row('A', 'AB12')], []],
  ['another state', [row('A', 'AB12', 'MI')], [row('B', 'AB12', 'OH')], []],
  ['a state that is not known', [row('A', 'AB12', null)], [row('B', 'AB12', 'OH')], ['B']],
  ['two vehicles that swap plates', [row('A', '1'), row('B', '2')], [row('A', '2'), row('B', '1')], []],
  ['a plate that the file frees', [row('A', '1')], [row('B', '1'), row('A', '2')], []],
  ['a row without a plate', [row('A', '1'), row('B', '1')], [row('B', null)], []],
])('VEH-065: duplicate plates: %s', (_what, stored, rows, found) => {
  expect(shared(stored, rows)).toEqual(found)
})
