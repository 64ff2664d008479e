import { expect, test } from 'vitest'
import type { Interval } from '#contract/maintenance/intervals.ts'
import type { Vehicle } from '#contract/vehicles/vehicles.ts'
import { findUpcoming, upcomingRows } from './upcoming-rows.ts'

const anInterval = (own: Partial<Interval>): Interval => ({
  id: 1,
  vehicle_id: 1,
  name: 'Oil',
  tag: 'Upcoming',
  due_status: null,
  due_at: null,
  due_date: null,
  unit: 'mi',
  services: [],
  ...own,
})
const aVehicle = (id: number, name: string, is_active = true) =>
  ({ id, name_of_vehicle: name, is_active, odometer: 5 }) as Vehicle

const rows = upcomingRows(
  [
    anInterval({ id: 1, vehicle_id: 1, due_date: '2026-05-01' }),
    anInterval({ id: 2, vehicle_id: 2, tag: 'Past Due', due_status: 'past_due', due_date: '2026-02-01' }),
    anInterval({ id: 3, vehicle_id: 3 }),
    anInterval({ id: 4, vehicle_id: 9 }),
    anInterval({ id: 5, vehicle_id: 1, services: [{ service_id: 1, name_en: 'Brakes', name_fr: 'Freins' }] }),
  ],
  [aVehicle(1, 'Alpha'), aVehicle(2, 'Beta'), aVehicle(3, 'Parked', false)],
)
const found = (own: Partial<Parameters<typeof findUpcoming>[1]>) =>
  findUpcoming(rows, { query: '', due: 'all', from: '', to: '', ...own }).map(({ id }) => id)

test('lists what is due on active vehicles, most urgent first', () => {
  expect(found({})).toEqual([2, 1, 5])
})

test('filters by urgency, by text in either language, and by days; past due and undated intervals match any days (SVC-013)', () => {
  expect(found({ due: 'past_due' })).toEqual([2])
  expect(found({ query: 'alpha freins' })).toEqual([5])
  expect(found({ from: '2026-03-01', to: '2026-06-01' })).toEqual([2, 1, 5])
})
