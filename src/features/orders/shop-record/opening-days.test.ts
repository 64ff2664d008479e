import { expect, test } from 'vitest'
import { dayRuns, weekdayOf } from './opening-days.ts'

test.each([
  [[1, 2, 3, 4, 5], [[1, 5]]],
  [
    [6, 1, 2],
    [
      [1, 2],
      [6, 6],
    ],
  ],
  [[], []],
])('%j is shown as %j', (days, runs) => {
  expect(dayRuns(days)).toEqual(runs)
})

test('the week starts on Monday', () => {
  expect([weekdayOf('2026-11-23'), weekdayOf('2026-11-29')]).toEqual([1, 7])
})
