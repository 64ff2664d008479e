import { expect, test } from 'vitest'
import { readUsersList, writeUsersList } from './users-list.ts'

test('the URL of the list keeps search, page, size and order, and omits defaults', () => {
  const search = { q: 'ada', page: '3', size: '50', sort: '-email' }
  expect(writeUsersList(readUsersList(search))).toEqual(search)
  expect(Object.values(writeUsersList(readUsersList({})))).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ])
  expect(readUsersList({ page: '-2', size: 'all', sort: 'phone' })).toEqual(readUsersList({}))
})
