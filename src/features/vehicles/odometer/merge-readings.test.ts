import { expect, test } from 'vitest'
import type { OdometerReading } from '#contract/vehicles/odometer.ts'
import { addDays } from '#domain/core/days.ts'
import { mayHaveMoreReadings, mergeReadings } from './merge-readings.ts'

const aReading = (index: number, own: Partial<OdometerReading> = {}): OdometerReading => ({
  id: `reading-${index}`,
  vehicle_id: 1,
  value: 50_000 + index,
  unit: 'mi',
  source: 'telematics',
  read_on: addDays('2026-01-01', index),
  created_at: '2026-01-01T00:00:00Z',
  user_name: null,
  is_doubtful: false,
  void_reason: null,
  ...own,
})
const many = (count: number, own: Partial<OdometerReading> = {}) =>
  Array.from({ length: count }, (_, i) => aReading(i, own))

test('the log continues with the pages of the server; unsent changes of this device stay', () => {
  const fetched = many(60)
  const local = fetched.slice(20).map((reading) => ({ ...reading, void_reason: 'Typing error' }))
  const log = mergeReadings(local, fetched)
  expect(log).toHaveLength(60)
  expect(log[0]).toMatchObject({ id: 'reading-59', void_reason: 'Typing error' })
  expect(log.at(-1)).toMatchObject({ id: 'reading-0', void_reason: null })
})

test('more readings are offered only if the schedule may not contain all', () => {
  expect(mayHaveMoreReadings(many(39))).toBe(false)
  expect(mayHaveMoreReadings(many(40))).toBe(true)
  expect(mayHaveMoreReadings(many(9, { is_doubtful: true }))).toBe(false)
  expect(mayHaveMoreReadings([aReading(99), ...many(10, { is_doubtful: true })])).toBe(true)
})
