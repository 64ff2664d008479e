import { expect, test } from 'vitest'
import { rowsOfPage, sortedBy } from './paging.ts'

test('local rows are sorted like on the server: empty values are last in both directions', () => {
  const rows = [{ po: 'b' }, { po: '' }, { po: 'A' }, { po: null }]
  const sorted = (isDescending: boolean) => sortedBy(rows, ({ po }) => po, isDescending).map(({ po }) => po)
  expect(sorted(false)).toEqual(['A', 'b', '', null])
  expect(sorted(true)).toEqual(['b', 'A', '', null])
  expect(sortedBy([{ n: 10 }, { n: 9 }, { n: 0 }], ({ n }) => n, false).map(({ n }) => n)).toEqual([0, 9, 10])
})

test('a page of rows starts at 1', () => {
  const rows = [1, 2, 3, 4, 5]
  expect(rowsOfPage(rows, { page: 1, size: 2 })).toEqual([1, 2])
  expect(rowsOfPage(rows, { page: 3, size: 2 })).toEqual([5])
})
