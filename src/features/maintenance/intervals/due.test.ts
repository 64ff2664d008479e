import { expect, test } from 'vitest'
import type { Interval } from '#contract/maintenance/intervals.ts'
import { byUrgency, distanceLeft, dueByVehicle } from './due.ts'

const anInterval = (own: Partial<Interval>): Interval => ({
  id: 1,
  vehicle_id: 1,
  name: '90,000 mi service',
  tag: 'Upcoming',
  due_status: null,
  due_at: 90_000,
  due_date: null,
  unit: 'mi',
  services: [],
  ...own,
})

test('a vehicle is as urgent as its most urgent interval', () => {
  const states = dueByVehicle([
    anInterval({ vehicle_id: 1, due_status: 'due_soon' }),
    anInterval({ vehicle_id: 1, due_status: 'past_due' }),
    anInterval({ vehicle_id: 1 }),
    anInterval({ vehicle_id: 2 }),
  ])
  expect([states.get(1), states.get(2), states.get(3)]).toEqual(['past_due', 'fine', undefined])
})

test('sorts past due first, then due soon, then by date', () => {
  const sorted = [
    anInterval({ id: 1, due_date: '2026-05-01' }),
    anInterval({ id: 2, due_status: 'due_soon', due_date: '2026-06-01' }),
    anInterval({ id: 3, due_status: 'past_due' }),
    anInterval({ id: 4, due_date: '2026-04-01' }),
  ].toSorted(byUrgency)
  expect(sorted.map(({ id }) => id)).toEqual([3, 2, 4, 1])
})

test('returns the distance left, or null for an interval with only a date', () => {
  expect(distanceLeft(anInterval({ due_at: 90_000 }), 91_200)).toBe(-1200)
  expect(distanceLeft(anInterval({ due_at: null }), 91_200)).toBeNull()
  expect(distanceLeft(anInterval({}), null)).toBeNull()
})
