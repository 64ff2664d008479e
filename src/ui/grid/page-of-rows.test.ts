import type { GridColDef } from '@mui/x-data-grid'
import { expect, test } from 'vitest'
import { columnTest, sortByColumn } from './page-of-rows.ts'

const rows = [
  { id: 1, name: 'Bravo', km: 20 },
  { id: 2, name: 'alpha', km: 100 },
  { id: 3, name: null, km: 3 },
]
const columns: GridColDef[] = [
  { field: 'name' },
  { field: 'km', type: 'number' },
  { field: 'half', type: 'number', valueGetter: (_, row) => -row.km / 2 },
]
const ids = (found: readonly { id?: unknown }[]) => found.map(({ id }) => id)

test('a page of a large grid has the same order as the grid itself would produce (VEH-017)', () => {
  expect(ids(sortByColumn(rows, columns, [{ field: 'name', sort: 'asc' }]))).toEqual([3, 2, 1])
  expect(ids(sortByColumn(rows, columns, [{ field: 'km', sort: 'desc' }]))).toEqual([2, 1, 3])
  expect(ids(sortByColumn(rows, columns, [{ field: 'half', sort: 'asc' }]))).toEqual([2, 1, 3])
  expect(sortByColumn(rows, columns, [])).toBe(rows)
  expect(sortByColumn(rows, columns, [{ field: 'gone', sort: 'asc' }])).toBe(rows)
})

test('a page of a large grid passes the filters of its columns', () => {
  const filter = (field: string, operator: string, value?: unknown) =>
    ids(rows.filter(columnTest(columns, { items: [{ field, operator, value }] }) ?? (() => true)))
  expect(filter('name', 'contains', 'AL')).toEqual([2])
  expect(filter('name', 'isEmpty')).toEqual([3])
  expect(filter('km', '>=', '20')).toEqual([1, 2])
  expect(filter('half', '<', '-9')).toEqual([1, 2])
  expect(filter('name', 'contains')).toEqual([1, 2, 3])
  expect(filter('name', 'contains', { a: 1 })).toEqual([1, 2, 3])
  expect(filter('name', 'isAnyOf', [5])).toEqual([1, 2, 3])
  expect(filter('gone', 'contains', 'x')).toEqual([1, 2, 3])
})
