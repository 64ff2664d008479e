import { expect, test } from 'vitest'
import { readColumns, readListState, readOrder, writeListState, writeOrder } from './list-state.ts'

test('the URL of the list has search, filter, order and page, without defaults', () => {
  const search = { q: 'ford', show: 'past_due', sort: 'odometer', order: '-odometer', page: '2', size: '25' }
  expect(writeListState(readListState(search))).toEqual(search)
  expect(writeListState(readListState({}))).toEqual({})
})

test('VEH-016: the list starts with 50 rows, and invalid URL values become the default', () => {
  expect(readListState({ show: 'everything', page: '-1', size: 'many' })).toMatchObject({
    show: 'all',
    page: 0,
    size: 50,
  })
})

test.each(['0', '7', '1000', '-10', '1e1'])('VEH-016: %s rows a page are not on offer', (size) => {
  expect(readListState({ size }).size).toBe(50)
})

test('a column filter survives in the URL, and an invalid one filters nothing (VEH-017)', () => {
  const item = { field: 'name', operator: 'contains', value: 'van' }
  expect(readColumns(JSON.stringify([item]))).toEqual({ items: [item] })
  for (const broken of [
    '',
    '{',
    '5',
    'null',
    '{"a":1}',
    '[null]',
    '[1]',
    '[{}]',
    '[{"field":"name","operator":1}]',
  ])
    expect(readColumns(broken)).toEqual({ items: [] })
})

test('the sort order of a column survives in the URL', () => {
  expect(writeOrder(readOrder('-odometer'))).toBe('-odometer')
  expect(readOrder('name')).toEqual([{ field: 'name', sort: 'asc' }])
  expect(writeOrder([])).toBe('')
})
