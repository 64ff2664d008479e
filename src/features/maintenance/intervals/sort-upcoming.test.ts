import { expect, test } from 'vitest'
import { sortUpcoming } from './sort-upcoming.ts'
import type { UpcomingRow } from './upcoming-rows.ts'

const aRow = (vehicleName: string, due_at: number | null) =>
  ({ vehicleName, interval: { due_at } }) as UpcomingRow
const rows = [aRow('Van 2', 900), aRow('Van 1', null), aRow('Van 3', 1200)]
const names = { interval: () => '', services: () => '' }
const order = (sort: string) => sortUpcoming(rows, sort, names).map((row) => row.vehicleName)

test('the file of upcoming intervals is sorted like the grid, empty cells first', () => {
  // SVC-018
  expect(order('urgency')).toEqual(['Van 2', 'Van 1', 'Van 3'])
  expect(order('vehicle')).toEqual(['Van 1', 'Van 2', 'Van 3'])
  expect(order('-vehicle')).toEqual(['Van 3', 'Van 2', 'Van 1'])
  expect(order('due_at')).toEqual(['Van 1', 'Van 2', 'Van 3'])
  expect(order('-due_at')).toEqual(['Van 3', 'Van 2', 'Van 1'])
  // The file has no such column.
  expect(order('-snoozed')).toEqual(['Van 2', 'Van 1', 'Van 3'])
})
