import { expect, test } from 'vitest'
import { readListState, readOrder, writeListState, writeOrder } from './list-state.ts'

test('the address of the list keeps search, filter, order and page, and leaves defaults out', () => {
  const search = { q: 'ford', show: 'past_due', sort: 'odometer', order: '-odometer', page: '2', size: '25' }
  expect(writeListState(readListState(search))).toEqual(search)
  expect(writeListState(readListState({}))).toEqual({})
})

test('VEH-016: the list begins with ten rows, and an address that makes no sense is taken for the default', () => {
  expect(readListState({ show: 'everything', page: '-1', size: 'many' })).toMatchObject({
    show: 'all',
    page: 0,
    size: 10,
  })
})

test('the order of a column survives the address', () => {
  expect(writeOrder(readOrder('-odometer'))).toBe('-odometer')
  expect(readOrder('name')).toEqual([{ field: 'name', sort: 'asc' }])
  expect(writeOrder([])).toBe('')
})
