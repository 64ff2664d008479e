import { expect, test } from 'vitest'
import { problemsOfPart } from './vehicle-parts.ts'

test('an edit of one part reports problems of its own fields only', () => {
  const codes = { license_plate_state: ['state_id'], vin: ['check_digit'], other_id: ['too_long'] }
  expect(problemsOfPart('plate', codes)).toEqual({ license_plate_state: ['state_id'] })
  expect(problemsOfPart('names', codes)).toEqual({ other_id: ['too_long'] })
  expect(problemsOfPart('department', codes)).toEqual({})
  expect(problemsOfPart('model', { motorModelID: ['id'] })).toEqual({ motorModelID: ['id'] })
})

test('a vehicle without a VIN and a plate is a problem of the plate', () => {
  const codes = { vin: ['vin_or_plate'] }
  expect(problemsOfPart('plate', codes)).toEqual({ license_plate_number: ['vin_or_plate'] })
  expect(problemsOfPart('names', codes)).toEqual({})
})
