import { expect, it } from 'vitest'
import type { VehicleSchedule } from '#contract/maintenance/vehicle-schedule.ts'
import { marksToRemove } from './schedule-rules.ts'

type Source = VehicleSchedule['completions'][number]['source']

/** An interval of services 1 and 2; completions as `[id, service, day, source]`. */
const scheduleOf = (
  completions: [id: string, serviceId: number, day: string, source: Source][],
): VehicleSchedule => ({
  vehicle_id: 1,
  unit: 'mi',
  duty_class: 'van',
  follows_class: true,
  miles_per_month: null,
  reminder_date: null,
  readings: [],
  start: { day: '2025-01-01', odometer: 48_000 },
  items: [
    {
      id: 4,
      service_ids: [1, 2],
      every_miles: 5000,
      every_kilometers: 8000,
      every_months: null,
      is_own: false,
    },
  ],
  completions: completions.map(([id, service_id, day, source]) => ({
    id,
    service_id,
    day,
    source,
    odometer: 50_000,
    unit: 'mi',
  })),
})

const closed: Parameters<typeof scheduleOf>[0] = [
  ['a1', 1, '2026-01-01', 'mark'],
  ['a2', 2, '2026-01-01', 'mark'],
]
const removed = (schedule: VehicleSchedule, serviceIds: number[]) =>
  marksToRemove(schedule, serviceIds, '2026-04-01')

it('removes the marks of the current cycle, or those that closed the last one', () => {
  expect(removed(scheduleOf(closed), [1, 2])).toEqual(['a1', 'a2'])
  expect(removed(scheduleOf([...closed, ['b1', 1, '2026-03-01', 'mark']]), [1])).toEqual(['b1'])
})

it('removes no mark of the last cycle for a service that an order or entry completed since', () => {
  for (const source of ['order', 'history'] as const)
    expect(removed(scheduleOf([...closed, ['b1', 1, '2026-03-01', source]]), [1])).toEqual([])
})
