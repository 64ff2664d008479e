import { expect, test } from 'vitest'
import type { ScheduleDay } from '#contract/catalog/shops.ts'
import { formatTime, nextTimes } from './next-times.ts'

const aDay = (date: string, ...hours: number[]): ScheduleDay => ({
  date,
  times: hours.map((hour) => ({
    time: `${String(hour).padStart(2, '0')}:00`,
    appointment_datetime: `${date}T${String(hour).padStart(2, '0')}:00:00Z`,
  })),
})

test('the next free times skip full days and span the whole day; the chosen time is included (SVC-098)', () => {
  const days = [
    aDay('2026-11-22'),
    aDay('2026-11-23', 8, 9, 10, 11, 12, 13, 14, 15),
    aDay('2026-11-24', 9),
    aDay('2026-11-25'),
    aDay('2026-11-26', 8, 9),
    aDay('2026-11-27', 8),
  ]
  const offered = nextTimes(days, '2026-11-23T13:00:00Z')
  expect(offered.map(({ date, times }) => `${date} ${times.map(({ time }) => time).join(' ')}`)).toEqual([
    '2026-11-23 08:00 10:00 12:00 13:00 14:00',
    '2026-11-24 09:00',
    '2026-11-26 08:00 09:00',
  ])
})

test('times of day have twelve hours (BRD-038)', () => {
  expect(['00:30', '09:00', '12:00', '14:15'].map(formatTime)).toEqual([
    '12:30 AM',
    '09:00 AM',
    '12:00 PM',
    '02:15 PM',
  ])
})
