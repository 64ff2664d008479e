import { expect, test } from 'vitest'
import { sortUpcoming } from './sort-upcoming.ts'
import type { UpcomingRow } from './upcoming-rows.ts'

const aRow = (vehicleName: string, due_at: number | null, snoozedUntil: string | null) =>
  ({ vehicleName, snoozedUntil, interval: { due_at } }) as UpcomingRow
const rows = [aRow('Van 2', 900, null), aRow('Van 1', null, '2026-03-01'), aRow('Van 3', 1200, '2026-02-01')]
const names = { interval: () => '', services: () => '' }
const order = (sort: string) => sortUpcoming(rows, sort, names).map((row) => row.vehicleName)

test('the file of upcoming intervals is sorted like the grid, empty cells first', () => {
  // SVC-018
  expect(order('urgency')).toEqual(['Van 2', 'Van 1', 'Van 3'])
  expect(order('vehicle')).toEqual(['Van 1', 'Van 2', 'Van 3'])
  expect(order('-vehicle')).toEqual(['Van 3', 'Van 2', 'Van 1'])
  expect(order('due_at')).toEqual(['Van 1', 'Van 2', 'Van 3'])
  expect(order('-due_at')).toEqual(['Van 3', 'Van 2', 'Van 1'])
  expect(order('snoozed')).toEqual(['Van 2', 'Van 3', 'Van 1'])
  expect(order('-snoozed')).toEqual(['Van 1', 'Van 3', 'Van 2'])
  expect(order('unknown')).toEqual(['Van 2', 'Van 1', 'Van 3'])
})
