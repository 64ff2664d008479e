import { expect, test } from 'vitest'
import type { Interval } from '#contract/maintenance/intervals.ts'
import { countServices } from './count-services.ts'

const anInterval = (vehicle_id: number, tag: Interval['tag'], ...names: string[]) =>
  ({
    vehicle_id,
    tag,
    due_status: null,
    name: '5,000 mi',
    services: names.map((name, id) => ({ service_id: id, name_en: name, name_fr: `${name} (fr)` })),
  }) as Interval

test('counts on how many of the selected vehicles each service is due, most frequent first', () => {
  const intervals = [
    anInterval(1, 'Past Due', 'Oil', 'Tires'),
    anInterval(1, 'Currently Due', 'Tires'),
    anInterval(2, 'Past Due', 'Tires'),
    anInterval(2, 'Upcoming', 'Brakes'),
    anInterval(3, 'Past Due', 'Battery'),
    anInterval(2, 'Past Due'),
  ]
  expect(countServices(intervals, new Set([1, 2]), (service) => service.name_en)).toEqual([
    { name: 'Tires', vehicles: 2 },
    { name: '5,000 mi', vehicles: 1 },
    { name: 'Oil', vehicles: 1 },
  ])
})
