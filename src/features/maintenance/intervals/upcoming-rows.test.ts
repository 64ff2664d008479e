import { expect, test } from 'vitest'
import type { Interval } from '#contract/maintenance/intervals.ts'
import type { DueRow } from '#contract/maintenance/schedules.ts'
import type { Vehicle } from '#contract/vehicles/vehicles.ts'
import { runSteps } from '#tests/support/run-steps.ts'
import { findUpcoming, nameWithId, rowsOfDue, upcomingRows } from './upcoming-rows.ts'

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

const intervals = [
  anInterval({ id: 1, vehicle_id: 1, due_date: '2026-05-01' }),
  anInterval({ id: 2, vehicle_id: 2, tag: 'Past Due', due_status: 'past_due', due_date: '2026-02-01' }),
  anInterval({ id: 3, vehicle_id: 3 }),
  anInterval({ id: 4, vehicle_id: 9 }),
  anInterval({
    id: 5,
    vehicle_id: 1,
    services: [{ service_id: 1, name_en: 'Brakes', name_fr: 'Freins arrière' }],
  }),
]
const vehicles = [aVehicle(1, 'Alpha'), aVehicle(2, 'Beta'), aVehicle(3, 'Parked', false)]
const snoozes = [{ vehicle_id: 1, until: '2026-12-24' }]
const rows = runSteps(upcomingRows({ intervals, vehicles, snoozes }))
const anyDays = {
  query: '',
  due: 'all',
  from: '',
  to: '',
  today: '2026-03-01',
  isOfVehicle: () => true,
} as const
const found = (own: Partial<Parameters<typeof findUpcoming>[1]>) =>
  findUpcoming(rows, { ...anyDays, ...own }).map(({ id }) => id)

test('lists what is due on active vehicles, most urgent first', () => {
  expect(found({})).toEqual([2, 1, 5])
})

test('filters by urgency, by text in either language, and by days; past due and undated intervals match any days (SVC-013)', () => {
  expect(found({ due: 'past_due' })).toEqual([2])
  expect(found({ query: 'alpha freins' })).toEqual([5])
  expect(found({ from: '2026-03-01', to: '2026-06-01' })).toEqual([2, 1, 5])
})

test('filters by vehicle (SVC-112)', () => {
  expect(found({ isOfVehicle: (id) => id === 1 })).toEqual([1, 5])
})

test('a date before today that is only projected counts as today, in local rows and in those of the server (SVC-013)', () => {
  const soon = { tag: 'Currently Due', due_status: 'due_soon', due_date: '2026-02-10' } as const
  const local = runSteps(upcomingRows({ intervals: [anInterval(soon)], vehicles, snoozes }))
  const due = { ...anInterval(soon), interval: 'Oil', vehicle: { id: 1, name: 'Alpha' }, snoozed_until: null }
  for (const some of [local, rowsOfDue([due as unknown as DueRow], '2026-03-01')]) {
    const count = (own: object) => findUpcoming(some, { ...anyDays, due: 'due_soon', ...own }).length
    expect(count({ from: '2026-03-01', to: '2026-06-01' })).toBe(1)
    expect(count({ from: '2026-03-02', to: '2026-06-01' })).toBe(0)
  }
})

test('the search ignores case and accents, in local rows and in those of the server', () => {
  expect([found({ query: 'ARRIERE' }), found({ query: 'arrière' })]).toEqual([[5], [5]])
  const due = { ...anInterval({}), interval: 'Huile', vehicle: { id: 1, name: 'Été' }, snoozed_until: null }
  const ofServer = rowsOfDue([due as unknown as DueRow], '2026-03-01')
  expect(findUpcoming(ofServer, { ...anyDays, query: 'ete' })).toHaveLength(1)
})

test('each row of a snoozed vehicle is snoozed, under every filter (SVC-109)', () => {
  for (const due of ['all', 'due_soon', 'past_due'] as const)
    for (const row of findUpcoming(rows, { ...anyDays, due }))
      expect(row.snoozedUntil).toBe(row.vehicleId === 1 ? '2026-12-24' : null)
})

test('tells vehicles with the same name apart by plate, else VIN, else their other number', () => {
  const aRow = (own: object) =>
    nameWithId({ vehicleName: 'Ford Transit', plate: null, vin: null, ...own } as never)
  expect(aRow({ plate: 'ABC 123', vin: '1FT' })).toBe('Ford Transit · ABC 123')
  expect(aRow({ vin: '1FT', otherId: '7' })).toBe('Ford Transit · 1FT')
  expect(aRow({ otherId: '7' })).toBe('Ford Transit · 7')
  expect(aRow({ vehicleName: 'ABC 123', plate: 'ABC 123' })).toBe('ABC 123')
  expect(aRow({})).toBe('Ford Transit')
})
