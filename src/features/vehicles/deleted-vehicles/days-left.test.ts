import { expect, it } from 'vitest'
import { daysLeft } from './days-left.ts'

it.each([
  ['2026-03-31T12:00:00Z', 30],
  ['2026-03-02T11:59:00Z', 1],
  ['2026-03-01T12:00:01Z', 1],
  ['2026-03-01T12:00:00Z', 0],
  ['2026-02-01T12:00:00Z', 0],
])('counts the days until %s as %i, including the current one', (until, days) => {
  expect(daysLeft(until, Date.parse('2026-03-01T12:00:00Z'))).toBe(days)
})
