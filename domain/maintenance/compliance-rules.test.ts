import { expect, test } from 'vitest'
import { wasInTime } from './compliance-rules.ts'

test.each([
  ['on the last day, at the last mile', '2026-03-01', 5000, true],
  ['a day late', '2026-03-02', 5000, false],
  ['a mile late', '2026-03-01', 5001, false],
  ['without a reading, on time by the day', '2026-03-01', null, true],
  ['without a reading, late by the day', '2026-03-02', null, false],
])('a completion with both limits is judged by both: %s', (_, closed_on, done_at, expected) => {
  expect(wasInTime({ closed_on, due_on: '2026-03-01', due_at: 5000, done_at })).toBe(expected)
})

test('a completion is judged by what is known', () => {
  const closed_on = '2026-03-02'
  expect(wasInTime({ closed_on, due_on: null, due_at: 5000, done_at: 5000 })).toBe(true)
  expect(wasInTime({ closed_on, due_on: null, due_at: 5000, done_at: 5001 })).toBe(false)
  expect(wasInTime({ closed_on, due_on: null, due_at: 5000, done_at: null })).toBe(null)
  expect(wasInTime({ closed_on, due_on: '2026-03-01', due_at: null, done_at: 1 })).toBe(false)
  expect(wasInTime({ closed_on, due_on: null, due_at: null, done_at: 1 })).toBe(null)
})
