import { expect, it } from 'vitest'
import { changedMileage } from './changed-mileage.ts'

const shown = { current_mileage: '61000', miles_per_month: '1000' }

it('contains only the values that the user changed (SCH-053)', () => {
  expect(changedMileage(shown, {})).toEqual({})
  expect(changedMileage(shown, { current_mileage: '61300' })).toEqual({ current_mileage: 61_300 })
  expect(changedMileage(shown, { current_mileage: '61000', miles_per_month: '1200' })).toEqual({
    miles_per_month: 1200,
  })
})

it('makes an emptied or wrong text an invalid number', () => {
  for (const text of ['', '12a', '-1', '1.5'])
    expect(changedMileage(shown, { current_mileage: text })).toEqual({ current_mileage: Number.NaN })
})
