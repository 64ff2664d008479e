import { expect, test } from 'vitest'
import type { VehicleSchedule } from '#contract/maintenance/vehicle-schedule.ts'
import { dueOf } from '#domain/maintenance/schedule-rules.ts'
import {
  completedCycles,
  lastCycleOf,
  lastDoneOf,
  markedServices,
  openServices,
  toScheduleIntervals,
} from './schedule-intervals.ts'

const schedule: VehicleSchedule = {
  vehicle_id: 1,
  unit: 'mi',
  duty_class: 'van',
  follows_class: true,
  miles_per_month: null,
  reminder_date: null,
  readings: [],
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
  completions: [1, 2, 1].map((service_id, i) => ({
    id: `c${i}`,
    service_id,
    day: `2026-0${i + 1}-01`,
    odometer: 50_000 + i,
    unit: 'mi',
    source: 'mark',
  })),
  start: { day: '2025-01-01', odometer: 48_000 },
}
const services = [1, 2].map((id) => ({
  id,
  name: 'x',
  name_en: `S${id}`,
  name_fr: `F${id}`,
  positions: [],
  typical_price: null,
  support_medium_and_heavy_duty_vehicles: true,
}))
const due = dueOf(schedule, '2026-04-01')

test('an interval lists its services as done or open, and preselects the open ones (SCH-027)', () => {
  const [line] = toScheduleIntervals(schedule, due, services)
  expect(line?.services.map(({ isCompleted }) => isCompleted)).toEqual([true, false])
  expect(line && openServices(line)).toEqual([2])
})

test('only services that were marked in this cycle can be marked as not done (SCH-025)', () => {
  const [line] = toScheduleIntervals(schedule, due, services)
  expect(line && markedServices(line)).toEqual([1])
  const byOrder = schedule.completions.map((completion, i) =>
    i < 2 ? completion : { ...completion, source: 'order' as const },
  )
  const ordered = { ...schedule, completions: byOrder }
  const [other] = toScheduleIntervals(ordered, dueOf(ordered, '2026-04-01'), services)
  expect(other && markedServices(other)).toEqual([])
  expect(completedCycles(ordered, dueOf(ordered, '2026-04-01'), services)).toMatchObject([{ markedIds: [2] }])
})

test('the history contains only completed cycles (SCH-013)', () => {
  expect(completedCycles(schedule, due, services)).toMatchObject([{ completedOn: '2026-02-01' }])
})

test('a service was last done in this cycle, its interval in the one before', () => {
  const [line] = toScheduleIntervals(schedule, due, services)
  if (!line) throw new Error('No interval')
  expect(lastDoneOf(line, 1)).toEqual({ day: '2026-03-01', odometer: 50_002 })
  expect(lastDoneOf(line, 2)).toEqual({ day: '2026-02-01', odometer: 50_001 })
  expect(lastDoneOf(line, 3)).toBeNull()
  expect(lastCycleOf(line)).toEqual({ day: '2026-02-01', odometer: 50_001 })
})

test('a reading in the other unit is converted', () => {
  const inKilometers = { ...schedule, unit: 'km' } satisfies VehicleSchedule
  const [line] = toScheduleIntervals(inKilometers, dueOf(inKilometers, '2026-04-01'), services)
  expect(line && lastDoneOf(line, 2)).toEqual({ day: '2026-02-01', odometer: 80_469 })
})
