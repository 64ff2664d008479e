import { expect, test } from 'vitest'
import { createPlateCheck, createPlateFilter } from './bulk-plates.ts'

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
  for (const fileRow of rows) check.add(fileRow)
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

/** As an upload reads a large file. */
function sharedInTwoPasses(stored: ReturnType<typeof row>[], rows: ReturnType<typeof row>[]) {
  const plates = createPlateFilter()
  for (const { vin, license_plate_number } of [...rows, ...stored])
    plates.add(license_plate_number, Number(vin.slice('VIN'.length)))
  if (plates.isEmpty()) return []
  const check = plates.secondPass(stored)
  for (const fileRow of rows) check.add(fileRow)
  return [...check.shared()].sort()
}

test('VEH-065: two passes through a file find the same duplicate plates as one', () => {
  let seed = 7
  const below = (limit: number) => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed % limit
  }
  const some = (count: number) => {
    const vins = new Set(Array.from({ length: count }, () => `VIN${below(12)}`))
    return [...vins].map((vin) =>
      row(vin, below(4) ? `AB ${below(14)}` : null, [null, 'OH', 'MI'][below(3)] ?? null),
    )
  }
  let [found, none] = [0, 0]
  for (let times = 0; times < 5000; times++) {
    const [stored, rows] = [
      some(below(8)).filter((plate) => plate.license_plate_number !== null),
      some(below(8)),
    ]
    const expected = shared(stored, rows)
    expect({ stored, rows, shared: sharedInTwoPasses(stored, rows) }).toEqual({
      stored,
      rows,
      shared: expected,
    })
    found += expected.length
    none += expected.length === 0 ? 1 : 0
  }
  expect(found).toBeGreaterThan(1000)
  expect(none).toBeGreaterThan(1000)
})
