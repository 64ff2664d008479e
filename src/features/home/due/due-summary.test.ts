import { expect, test } from 'vitest'
import type { Interval } from '#contract/maintenance/intervals.ts'
import type { Vehicle } from '#contract/vehicles/vehicles.ts'
import { summariseDue } from './due-summary.ts'

const anInterval = (id: number, vehicle_id: number, due_status: Interval['due_status']): Interval => ({
  ...{ id, vehicle_id, due_status, name: 'Oil', tag: 'Upcoming' },
  ...{ due_at: null, due_date: null, unit: 'mi', services: [] },
})
const aVehicle = (id: number, is_active = true) => ({ id, is_active, odometer: 5 }) as Vehicle

const intervals = [
  anInterval(1, 1, 'due_soon'),
  anInterval(2, 1, 'past_due'),
  anInterval(3, 2, 'past_due'),
  anInterval(4, 2, null),
  anInterval(5, 3, null),
  anInterval(6, 4, 'past_due'),
]
const vehicles = [aVehicle(1), aVehicle(2), aVehicle(3), aVehicle(4, false)]

test('counts vehicles in use with something due, once each, and their intervals by status (DSH-003, DSH-017)', () => {
  const due = summariseDue(intervals, vehicles, new Set())
  expect(due.vehicles).toBe(2)
  expect(due.counts).toEqual({
    past_due: { toBook: 2, ordered: 0 },
    due_soon: { toBook: 1, ordered: 0 },
  })
  expect(due.rows.map(({ id }) => id)).toEqual([2, 3, 1])
})

test('a vehicle with an active order counts no longer, and its rows stay (DSH-004)', () => {
  const due = summariseDue(intervals, vehicles, new Set([1]))
  expect(due.vehicles).toBe(1)
  expect(due.counts).toEqual({
    past_due: { toBook: 1, ordered: 1 },
    due_soon: { toBook: 0, ordered: 1 },
  })
  expect(due.rows).toHaveLength(3)
})
