import { expect, test } from 'vitest'
import type { ScheduleInterval } from './schedule-intervals.ts'
import { rowsOfIntervals, rowsOfServices } from './service-rows.ts'

test('a service knows the others of its interval that are not done yet (SCH-060)', () => {
  const service = (id: number, isCompleted: boolean) => ({
    id,
    name_en: `Service ${id}`,
    name_fr: `Service ${id}`,
    positions: [],
    isCompleted,
  })
  const line = {
    item_id: 7,
    completed: [],
    cycles: [],
    services: [service(1, true), service(2, false), service(3, false)],
  } as unknown as ScheduleInterval
  const rows = rowsOfIntervals([line], 'en')
  expect(rows.map(({ otherOpen }) => otherOpen.map(({ id }) => id))).toEqual([[2, 3], [3], [2]])
  expect(rows[0]).toMatchObject({ lastCompletedOn: null })
  const stored = [
    { id: 1, interval_id: 7, is_completed: true, name: 'Oil' },
    { id: 2, interval_id: 7, is_completed: false, name: 'Filter' },
    { id: 3, interval_id: 8, is_completed: false, name: 'Brakes' },
  ] as unknown as Parameters<typeof rowsOfServices>[0]
  expect(rowsOfServices(stored, 'mi')[0]?.otherOpen).toMatchObject([{ id: 2, name: 'Filter' }])
})
